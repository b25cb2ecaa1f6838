/**
 * The payment providers that can be configured: their variables, what must not go together, and the adapter of each.
 * The only file outside `modules/money/payments/providers/` that names an adapter.
 */
import { z } from 'zod'
import type { PaymentProvider } from '#modules/money/payments/index.ts'
import { paymentsServer } from '#modules/money/payments/index-server.ts'
import type { PaymentProviders } from '#modules/money/payments/port.ts'
import type { PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import { sandboxProvider } from '#modules/money/payments/providers/sandbox/provider.ts'
import { stripeProvider } from '#modules/money/payments/providers/stripe/provider.ts'
import {
  checkStripeSettings,
  type StripeVariables,
  stripeVariables,
} from '#modules/money/payments/providers/stripe/settings.ts'
import { parseWallets } from '#modules/money/payments/rules/wallets.ts'
import { listed, port, webUrl, yesOrNo } from './readers.ts'

/** Sandboxes, with the prefix of their variables. The second one is for trying out two providers at once. */
const sandboxPrefixes = { sandbox: 'SANDBOX', 'second-sandbox': 'SECOND_SANDBOX' } as const
type SandboxName = keyof typeof sandboxPrefixes
export type ProviderName = 'stripe' | SandboxName
const providerNames: readonly ProviderName[] = ['stripe', 'sandbox', 'second-sandbox']
const isSandbox = (name: ProviderName): name is SandboxName => name in sandboxPrefixes

/** Reads `PAYMENTS`: names of providers separated by commas, the one that takes new payments first. */
function readNames(text: string): ProviderName[] | undefined {
  const names = text.split(',').map((name) => name.trim()) as ProviderName[]
  const isUsable = names.every((name) => providerNames.includes(name)) && new Set(names).size === names.length
  return isUsable ? names : undefined
}

export const paymentVariables = {
  PAYMENTS: z
    .string()
    .transform((text, context) => {
      const names = readNames(text)
      if (!names)
        context.addIssue({
          code: 'custom',
          message: `must be one or more of ${providerNames.join(', ')}, each once, the one for new payments first`,
        })
      return names ?? z.NEVER
    })
    .optional(),
  ALLOW_SANDBOX_PAYMENTS: yesOrNo.default(false),
  WALLETS: listed(parseWallets, 'must be a list of applepay and googlepay, or empty for none').optional(),
  SANDBOX_PORT: port.optional(),
  SANDBOX_URL: webUrl.optional(),
  SANDBOX_SECRET_KEY: z.string().optional(),
  SANDBOX_PUBLISHABLE_KEY: z.string().optional(),
  SANDBOX_WEBHOOK_SECRET: z.string().optional(),
  SECOND_SANDBOX_PORT: port.optional(),
  SECOND_SANDBOX_URL: webUrl.optional(),
  SECOND_SANDBOX_SECRET_KEY: z.string().optional(),
  SECOND_SANDBOX_PUBLISHABLE_KEY: z.string().optional(),
  SECOND_SANDBOX_WEBHOOK_SECRET: z.string().optional(),
  ...stripeVariables,
}

type Parsed = z.output<z.ZodObject<typeof paymentVariables>>

/** A sandbox that is one of the payment providers. */
export type SandboxConfig = {
  readonly name: SandboxName
  /** Prefix of its variables: `SANDBOX`. */
  readonly prefix: string
  readonly port: number
  readonly url: string
  /** Whether it is started beside the first web process; otherwise it runs elsewhere. */
  readonly isStarted: boolean
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
}

/** Keys of the sandbox that a demo makes for itself. */
export type SandboxKeys = {
  readonly sandboxSecretKey: string
  readonly sandboxPublishableKey: string
  readonly sandboxWebhookSecret: string
}

export type PaymentConfig = {
  readonly PAYMENTS: readonly ProviderName[]
  /** The sandboxes among `PAYMENTS`, in their order. */
  readonly sandboxes: readonly SandboxConfig[]
}

const portOf = (set: Partial<Parsed>, name: SandboxName, webPort: number): number =>
  Number(set[`${sandboxPrefixes[name]}_PORT`] ?? webPort + 1 + Object.keys(sandboxPrefixes).indexOf(name))

/** Fills in the defaults of the variables. `secrets` are read only where a sandbox has no keys of its own. */
export function configurePayments(
  set: Parsed,
  { webPort, secrets }: { readonly webPort: number; readonly secrets: () => SandboxKeys },
): PaymentConfig {
  const { PAYMENTS: names = ['sandbox'] } = set
  return {
    PAYMENTS: names,
    sandboxes: names.filter(isSandbox).map((name) => {
      const prefix = sandboxPrefixes[name]
      // Of two sandboxes with the demo's own keys each has others.
      const suffix = name === 'sandbox' ? '' : `_${name}`
      const sandboxPort = portOf(set, name, webPort)
      return {
        name,
        prefix,
        port: sandboxPort,
        url: set[`${prefix}_URL`] ?? `http://127.0.0.1:${sandboxPort}`,
        isStarted: set[`${prefix}_URL`] === undefined,
        secretKey: set[`${prefix}_SECRET_KEY`] ?? `${secrets().sandboxSecretKey}${suffix}`,
        publishableKey: set[`${prefix}_PUBLISHABLE_KEY`] ?? `${secrets().sandboxPublishableKey}${suffix}`,
        webhookSecret: set[`${prefix}_WEBHOOK_SECRET`] ?? `${secrets().sandboxWebhookSecret}${suffix}`,
      }
    }),
  }
}

type Given = Partial<Parsed> & {
  readonly PORT?: number
  readonly METRICS_PORT?: number | undefined
  readonly MODE?: string
}

/** What must not go together, or must not be missing. Variables that could not be read have their text here. */
export function refusePayments(set: Given): string[] {
  const given: unknown = set.PAYMENTS
  const names = (typeof given === 'string' ? readNames(given) : set.PAYMENTS) ?? (['sandbox'] as const)
  const isProduction = set.MODE === 'production'
  const allowsTestPayments = ([true, 'yes'] as unknown[]).includes(set.ALLOW_SANDBOX_PAYMENTS)
  const found = names.includes('stripe') ? checkStripeSettings(set, { isProduction, allowsTestPayments }) : []
  const webPort = Number(set.PORT ?? 3000)
  const taken = new Set([webPort])
  for (const name of providerNames.filter(isSandbox)) {
    const prefix = sandboxPrefixes[name]
    if (set[`${prefix}_URL`] !== undefined) {
      for (const key of ['SECRET_KEY', 'PUBLISHABLE_KEY', 'WEBHOOK_SECRET'] as const)
        if (set[`${prefix}_${key}`] === undefined)
          found.push(`${prefix}_${key} is missing: a sandbox at ${prefix}_URL has its own keys`)
    } else if (names.includes(name)) {
      const own = portOf(set, name, webPort)
      if (own > 65_535 && set[`${prefix}_PORT`] === undefined)
        found.push(`${prefix}_PORT is missing: there is no port after PORT=${webPort}`)
      else if (taken.has(own) && own > 0)
        found.push(own === webPort ? `${prefix}_PORT must not be PORT` : `${prefix}_PORT must not be SANDBOX_PORT`)
      taken.add(own)
    } else if (set[`${prefix}_PORT`] !== undefined) taken.add(portOf(set, name, webPort))
  }
  if (set.METRICS_PORT !== undefined && taken.has(Number(set.METRICS_PORT)))
    found.push('METRICS_PORT must be neither PORT nor SANDBOX_PORT')
  const secrets = names.flatMap(
    (name) => (isSandbox(name) ? set[`${sandboxPrefixes[name]}_WEBHOOK_SECRET`] : set.STRIPE_WEBHOOK_SECRET) ?? [],
  )
  if (new Set(secrets).size < secrets.length)
    found.push('PAYMENTS must have another webhook secret for each provider: it tells whose notice one is')
  if (isProduction && names.some(isSandbox) && !allowsTestPayments)
    found.push(
      'PAYMENTS has a sandbox, which moves no money: set PAYMENTS=stripe, or ALLOW_SANDBOX_PAYMENTS=yes if that is meant',
    )
  return found
}

/** The adapter of each configured provider. */
export function connectProviders(
  config: PaymentConfig &
    StripeVariables & {
      readonly PAYMENT_TIMEOUT_MS: number
      readonly WALLETS?: PublicConfiguration['wallets'] | undefined
    },
  clock: () => Date,
): PaymentProviders {
  const timeoutMs = config.PAYMENT_TIMEOUT_MS
  const wallets = config.WALLETS
  const connect = (name: ProviderName): PaymentProvider => {
    const sandbox = config.sandboxes.find((sandbox) => sandbox.name === name)
    return sandbox
      ? sandboxProvider({ ...sandbox, wallets, timeoutMs, clock })
      : stripeProvider({
          name,
          secretKey: config.STRIPE_SECRET_KEY ?? '',
          publishableKey: config.STRIPE_PUBLISHABLE_KEY ?? '',
          webhookSecret: config.STRIPE_WEBHOOK_SECRET ?? '',
          wallets,
          timeoutMs,
          clock,
        })
  }
  const [first = 'sandbox', ...others] = config.PAYMENTS
  return paymentsServer.createPaymentProviders([connect(first), ...others.map(connect)])
}
