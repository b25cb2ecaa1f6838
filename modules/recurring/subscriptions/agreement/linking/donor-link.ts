import type { RequestContext } from '#shared/endpoint.ts'
import { sql } from 'kysely'
import type { Tx } from '#shared/ports.ts'
import { fromMajor } from '#shared/money.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { findCampaigns } from '#modules/causes/campaigns/index.ts'
import { listGuestReceipts, receiptLink } from '#modules/money/receipts/index.ts'
import { useAddressCode } from '#modules/platform/identity/index.ts'
import type { DonorLinkView } from '../../contract-links.ts'
import { guestPlansOf } from '../donor/donor-queries.ts'
import { manageLink } from '../managing/links.ts'
import type { LinkMailPorts } from './link-mails.ts'

const receiptsMax = 100

/**
 * Uses a mailed link that proves an address without an account, and returns the address's receipts and plans with
 * links to open them (accounts-17).
 */
export async function openDonorLink(
  ports: LinkMailPorts,
  { locale }: Pick<RequestContext, 'locale'>,
  code: string,
): Promise<DonorLinkView> {
  const email = await useAddressCode(ports, code)
  const [receipts, plans] = await Promise.all([
    listGuestReceipts(ports, email, receiptsMax),
    guestPlansOf(ports.db, email),
  ])
  const ids = plans.flatMap(({ causes }) => causes.map(({ campaignId }) => BigInt(campaignId)))
  const names = new Map((await findCampaigns(ports.db, ids)).map(({ id, name }) => [String(id), name]))
  const t = textsOf('recurring/plan-link-mails', locale, { product: ports.productName }, 'list-')
  return {
    email,
    receipts: receipts.map(({ id, snapshot }) => ({
      number: snapshot.number,
      organization: snapshot.issuer.name,
      givenOn: snapshot.givenOn.date,
      gift: Number(fromMajor(snapshot.gift, snapshot.currency).amount),
      currency: snapshot.currency,
      url: receiptLink(ports, id),
    })),
    plans: plans.map((plan) => ({
      name: plan.causes.map(({ campaignId }) => names.get(campaignId) ?? '').join(', ') || t('any'),
      url: manageLink(ports, plan),
    })),
  }
}

/** Returns whether someone without an account has donated or started a plan with this address (in lower case). */
export async function hasDonatedAsGuest(tx: Tx, emailKey: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from giving.donation d where lower(d.email) = ${emailKey} and d.email is not null
        and d.account_id is null and d.retained_until is null)
      or exists (select from subscriptions.subscription s where lower(s.guest_email) = ${emailKey}) as found`.execute(
    tx,
  )
  return rows[0]?.found === true
}
