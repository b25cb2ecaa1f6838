/** What tests of pages know of the demo. */
import type { Finder, Locator } from './locator.ts'
import type { Visitor } from './page.ts'

export type Card = {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly currencyCode: string
}

/** Open fundraisers of the demo. */
export const campaigns = async (visitor: Visitor, currency?: string): Promise<Card[]> =>
  (await visitor.call<{ campaigns: Card[] }>('GET', '/v4/campaigns?limit=60')).campaigns.filter(
    ({ currencyCode }) => currency === undefined || currencyCode === currency,
  )

type Level = {
  readonly id: string
  readonly title: string
  readonly amount: number
  readonly limit: number | null
  readonly soldOut: boolean
  readonly requireNote: boolean
  readonly requireEmail: boolean
  readonly requireShipping: boolean
  readonly requireEmergencyContact: boolean
  readonly requireMedical: boolean
}
export type CampaignPage = {
  readonly id: string
  readonly currency: string
  readonly taxReceiptCountries: readonly string[]
  readonly levels: readonly Level[]
  readonly tipsEnabled: boolean
  readonly giftAid: boolean
  readonly zakatVerified: boolean
}

export const campaignPage = (visitor: Visitor, slug: string): Promise<CampaignPage> =>
  visitor.call('GET', `/v4/campaign-pages/${slug}`)

/** Returns the first open fundraiser of a kind. */
export async function campaignWith(
  visitor: Visitor,
  isWanted: (page: CampaignPage) => boolean,
): Promise<CampaignPage & { readonly slug: string }> {
  for (const { slug } of await campaigns(visitor)) {
    const page = { ...(await campaignPage(visitor, slug)), slug }
    if (isWanted(page)) return page
  }
  throw new Error('the demo has no such fundraiser')
}

/** A fundraiser in dollars whose checkout needs an amount, an email and a name; it may offer a tax receipt. */
export const plainCampaign = async (visitor: Visitor): Promise<string> =>
  (
    await campaignWith(
      visitor,
      ({ currency, levels, tipsEnabled }) => currency === 'USD' && tipsEnabled && levels.length === 0,
    )
  ).slug

/** Unchecks the tax receipt, if the form offers one. */
export function wantNoReceipt(within: Finder): void {
  const receipt = within.getByLabel('I want a tax receipt')
  if (receipt.count() > 0) receipt.uncheck()
}

/** The summary of errors above a form. */
export const summaryIn = (part: Finder): Locator =>
  part.getByRole('group', { name: /^(There is a problem|هناك مشكلة)$/ })

/** Donates through the API, for tests about what follows. */
export async function donate<Result = { readonly id: string }>(
  visitor: Visitor,
  campaignId: string,
  data: object,
): Promise<Result> {
  const answer = await visitor.send(`/api/donate/donate/${campaignId}`, {
    method: 'POST',
    data,
    headers: { 'idempotency-key': `key-${campaignId}-${JSON.stringify(data)}-${Math.random()}` },
  })
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.json<{ result: Result }>().result
}

/** Signs a new account up in this browser, and returns its address. */
export async function signUp(visitor: Visitor, email: string, more: object = {}): Promise<string> {
  const person = { password: accountPassword, firstName: 'Amina', lastName: 'Yusuf', redirectUrl: '/account' }
  await visitor.call('POST', '/v4/signup', { email, ...person, ...more })
  return email
}
export const accountPassword = 'ears of grain in the field'

/** Saves a card of the sandbox bank, which may ask for a challenge; returns its id. */
export async function saveCard(visitor: Visitor, token = 'pm_card_visa'): Promise<string> {
  type Added = { card?: { id: string }; setupId?: string; challenge?: { url: string } }
  const added = await visitor.call<Added>('POST', '/v4/cards', { token })
  if (added.card) return added.card.id
  await visitor.send(`${added.challenge!.url}/approve`, { method: 'POST' })
  const { card } = await visitor.call<{ card: { id: string } }>('POST', `/v4/card-setups/${added.setupId}`, {})
  return card.id
}
