import Stripe from 'stripe'
import type { Currency } from '#shared/money.ts'
import { wantedNotices } from '../../rules/notices.ts'

type Input = { readonly webhookUrl: string; readonly currencies: readonly Currency[] }

/**
 * Reads the account of the key and finds what prevents payments in the platform's currencies or their webhooks. Each
 * problem says what to do. Throws if Stripe is unavailable or refuses the key.
 */
export async function findAccountProblems(stripe: Stripe, { webhookUrl, currencies }: Input): Promise<string[]> {
  const account = await stripe.accounts.retrieveCurrent()
  return [
    ...chargeProblems(account),
    ...(await permitted('country specs', () => currencyProblems(stripe, account, currencies))),
    ...(await permitted('webhook endpoints', () => webhookProblems(stripe, webhookUrl))),
  ]
}

/** Reports a part that a restricted key may not read, so that the others are still checked. */
async function permitted(what: string, check: () => Promise<string[]>): Promise<string[]> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
    return [`STRIPE_SECRET_KEY may not read ${what}, so they weren’t checked: give the key this permission`]
  }
}

function chargeProblems({ charges_enabled, requirements, capabilities }: Stripe.Account): string[] {
  const reason = requirements?.disabled_reason ? ` (${requirements.disabled_reason})` : ''
  const cards = capabilities?.card_payments
  return [
    ...(charges_enabled === false
      ? [`the account can’t charge${reason}: complete what Stripe’s dashboard asks for under Settings, Account status`]
      : []),
    ...(cards !== undefined && cards !== 'active'
      ? [`card payments are ${cards}: activate them in Stripe’s dashboard under Settings, Payments`]
      : []),
  ]
}

/** Names the currencies that the account's country can't charge. */
async function currencyProblems(
  stripe: Stripe,
  { country }: Stripe.Account,
  currencies: readonly Currency[],
): Promise<string[]> {
  if (!country) return []
  const { supported_payment_currencies: supported } = await stripe.countrySpecs.retrieve(country)
  const missing = currencies.filter((currency) => !supported.includes(currency.toLowerCase()))
  return missing.length === 0
    ? []
    : [
        `an account in ${country} can’t charge ${missing.join(', ')}: donations in these currencies are refused. Ask Stripe to enable them, or don’t use them for fundraisers`,
      ]
}

async function webhookProblems(stripe: Stripe, webhookUrl: string): Promise<string[]> {
  let endpoint: Stripe.WebhookEndpoint | undefined
  for await (const one of stripe.webhookEndpoints.list({ limit: 100 }))
    if (one.url === webhookUrl && (endpoint === undefined || one.status === 'enabled')) endpoint = one
  const events = wantedNotices.join(', ')
  if (!endpoint)
    return [`no webhook endpoint for ${webhookUrl}: add one for snapshot events in Stripe’s dashboard, with ${events}`]
  const missing = endpoint.enabled_events.includes('*')
    ? []
    : wantedNotices.filter((event) => !endpoint.enabled_events.includes(event))
  return [
    ...(endpoint.status === 'enabled'
      ? []
      : [`the webhook endpoint for ${webhookUrl} is ${endpoint.status}: enable it in Stripe’s dashboard`]),
    ...(missing.length === 0 ? [] : [`the webhook endpoint lacks the events ${missing.join(', ')}: add them`]),
    ...(isMajorOf(endpoint.api_version)
      ? []
      : [
          `the webhook endpoint has the API version ${endpoint.api_version ?? 'of the account’s default'}: create it again with ${Stripe.API_VERSION}`,
        ]),
  ]
}

/** Returns whether events of this version have the shapes of our SDK: those of one major release do. */
const isMajorOf = (version: string | null): boolean => version?.split('.')[1] === Stripe.API_VERSION.split('.')[1]
