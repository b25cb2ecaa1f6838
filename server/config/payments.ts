/**
 * Configures the payment providers: their variables, the rules between these, and the adapter of each. The only file
 * outside `modules/money/payments/providers/` that names an adapter.
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
  stripeQuestions,
  type StripeVariables,
  stripeVariables,
} from '#modules/money/payments/providers/stripe/settings.ts'
import { parseWallets } from '#modules/money/payments/rules/wallets.ts'
import { parsedWith, port, splitSecrets, webUrl, yesOrNo } from './readers.ts'

/** Sandboxes with the prefix of their variables. The second one lets a test or demo use two providers at once. */
const sandboxPrefixes = { sandbox: 'SANDBOX', 'second-sandbox': 'SECOND_SANDBOX' } as const
type SandboxName = keyof typeof sandboxPrefixes
export type ProviderName = 'stripe' | SandboxName
const providerNames: readonly ProviderName[] = ['stripe', 'sandbox', 'second-sandbox']
const isSandbox = (name: ProviderName): name is SandboxName => name in sandboxPrefixes

/** Parses `PAYMENTS`: provider names separated by commas; the first one takes new payments. */
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
  WALLETS: parsedWith(parseWallets, 'must be a list of applepay and googlepay, or empty for none').optional(),
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

/** What `setup` asks about the choice of a provider. */
export const providerQuestion = {
  name: 'PAYMENTS',
  text: 'Payment provider: stripe, or sandbox for a trial in which no money moves',
  fallback: 'stripe',
} as const

/** What `setup` asks about each provider, if it is chosen. */
export const providerQuestions = stripeQuestions.map((question) => ({ provider: 'stripe', ...question }))

type Parsed = z.output<z.ZodObject<typeof paymentVariables>>

/** A sandbox that is one of the payment providers. */
export type SandboxConfig = {
  readonly name: SandboxName
  /** Prefix of its variables, such as `SANDBOX`. */
  readonly prefix: string
  readonly port: number
  readonly url: string
  /** Whether the first web process starts it; otherwise it runs elsewhere. */
  readonly isStarted: boolean
  readonly secretKey: string
  readonly publishableKey: string
  /** The first one signs if this process starts the sandbox; each of them is accepted. */
  readonly webhookSecret: readonly [string, ...string[]]
}

/** Sandbox keys that a demo generates. */
export type SandboxKeys = {
  readonly sandboxSecretKey: string
  readonly sandboxPublishableKey: string
  readonly sandboxWebhookSecret: string
}

export type PaymentConfig = {
  readonly PAYMENTS: readonly ProviderName[]
  /** The sandboxes in `PAYMENTS`, in their order. */
  readonly sandboxes: readonly SandboxConfig[]
}

const portOf = (settings: Partial<Parsed>, name: SandboxName, webPort: number): number =>
  Number(settings[`${sandboxPrefixes[name]}_PORT`] ?? webPort + 1 + Object.keys(sandboxPrefixes).indexOf(name))

/** Fills in the defaults of the variables. `secrets` is called only if a sandbox has no keys of its own. */
export function configurePayments(
  settings: Parsed,
  { webPort, secrets }: { readonly webPort: number; readonly secrets: () => SandboxKeys },
): PaymentConfig {
  const { PAYMENTS: names = ['sandbox'] } = settings
  return {
    PAYMENTS: names,
    sandboxes: names.filter(isSandbox).map((name) => {
      const prefix = sandboxPrefixes[name]
      // With the demo's generated keys, the second sandbox gets different ones.
      const suffix = name === 'sandbox' ? '' : `_${name}`
      const sandboxPort = portOf(settings, name, webPort)
      return {
        name,
        prefix,
        port: sandboxPort,
        url: settings[`${prefix}_URL`] ?? `http://127.0.0.1:${sandboxPort}`,
        isStarted: settings[`${prefix}_URL`] === undefined,
        secretKey: settings[`${prefix}_SECRET_KEY`] ?? `${secrets().sandboxSecretKey}${suffix}`,
        publishableKey: settings[`${prefix}_PUBLISHABLE_KEY`] ?? `${secrets().sandboxPublishableKey}${suffix}`,
        webhookSecret: splitSecrets(
          settings[`${prefix}_WEBHOOK_SECRET`] ?? `${secrets().sandboxWebhookSecret}${suffix}`,
        ),
      }
    }),
  }
}

type UnparsedSettings = Partial<Parsed> & {
  readonly PORT?: number
  readonly METRICS_PORT?: number | undefined
  readonly MODE?: string
}

/**
 * Returns the problems with settings that exclude or require each other. A variable that couldn't be parsed has its raw
 * text here.
 */
export function findPaymentProblems(settings: UnparsedSettings): string[] {
  const value: unknown = settings.PAYMENTS
  const names = (typeof value === 'string' ? readNames(value) : settings.PAYMENTS) ?? (['sandbox'] as const)
  const isProduction = settings.MODE === 'production'
  const allowsTestPayments = ([true, 'yes'] as unknown[]).includes(settings.ALLOW_SANDBOX_PAYMENTS)
  const problems = names.includes('stripe') ? checkStripeSettings(settings, { isProduction, allowsTestPayments }) : []
  const webPort = Number(settings.PORT ?? 3000)
  const usedPorts = new Set([webPort])
  for (const name of providerNames.filter(isSandbox)) {
    const prefix = sandboxPrefixes[name]
    if (settings[`${prefix}_URL`] !== undefined) {
      for (const key of ['SECRET_KEY', 'PUBLISHABLE_KEY', 'WEBHOOK_SECRET'] as const)
        if (settings[`${prefix}_${key}`] === undefined)
          problems.push(`${prefix}_${key} is missing: set the key of the sandbox at ${prefix}_URL`)
    } else if (names.includes(name)) {
      const sandboxPort = portOf(settings, name, webPort)
      if (sandboxPort > 65_535 && settings[`${prefix}_PORT`] === undefined)
        problems.push(`${prefix}_PORT is missing: set it, because there is no port after PORT=${webPort}`)
      else if (usedPorts.has(sandboxPort) && sandboxPort > 0)
        problems.push(
          sandboxPort === webPort
            ? `${prefix}_PORT must differ from PORT`
            : `${prefix}_PORT must differ from SANDBOX_PORT`,
        )
      usedPorts.add(sandboxPort)
    } else if (settings[`${prefix}_PORT`] !== undefined) usedPorts.add(portOf(settings, name, webPort))
  }
  if (settings.METRICS_PORT !== undefined && usedPorts.has(Number(settings.METRICS_PORT)))
    problems.push('METRICS_PORT must differ from PORT and SANDBOX_PORT')
  const secrets = names.flatMap(
    (name) =>
      (isSandbox(name) ? settings[`${sandboxPrefixes[name]}_WEBHOOK_SECRET`] : settings.STRIPE_WEBHOOK_SECRET)?.split(
        /,\s*/,
      ) ?? [],
  )
  if (new Set(secrets).size < secrets.length)
    problems.push(
      'PAYMENTS needs a different webhook secret for each provider, because the secret identifies the provider',
    )
  if (isProduction && names.some(isSandbox) && !allowsTestPayments)
    problems.push(
      'PAYMENTS has a sandbox, which moves no money: set PAYMENTS=stripe, or ALLOW_SANDBOX_PAYMENTS=yes if that is intended',
    )
  return problems
}

/** Connects the adapter of each configured provider. */
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
          webhookSecret: splitSecrets(config.STRIPE_WEBHOOK_SECRET ?? ''),
          wallets,
          timeoutMs,
          clock,
        })
  }
  const [first = 'sandbox', ...others] = config.PAYMENTS
  return paymentsServer.createPaymentProviders([connect(first), ...others.map(connect)])
}
