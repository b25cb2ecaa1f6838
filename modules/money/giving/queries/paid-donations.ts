import type { Currency } from '#shared/money.ts'
import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import { donationColumns, type RowWithFields } from '../shown-fields.ts'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import '../tables.ts'

/** A paid donation as other modules read it. Amounts in minor units of `currency`. */
export type PaidDonation = {
  /** The other fields that a receipt shows. */
  readonly fields: RowWithFields
  readonly id: string
  readonly intentId: string
  readonly line: number
  readonly campaignId: bigint
  readonly campaignName: string
  readonly campaignSlug: string
  readonly organizationId: bigint
  readonly accountId: string | null
  readonly guestId: string | null
  readonly email: string | null
  readonly name: string
  readonly currency: Currency
  readonly gift: bigint
  readonly tip: bigint
  readonly coveredFee: bigint
  readonly processingFee: bigint
  readonly zakatEligible: bigint
  readonly isZakat: boolean
  readonly maximizeZakat: boolean
  readonly giftAid: boolean
  /** Time of the Gift Aid declaration; null if there is none. */
  readonly declaredAt: Date | null
  /** Version of the declaration's text. */
  readonly giftAidTextVersion: string | null
  /** The donor chose Gift Aid but hasn't declared it, because the home address is missing. */
  readonly isGiftAidRequested: boolean
  readonly taxReceipt: boolean
  readonly isAnonymous: boolean
  readonly customName: string | null
  readonly location: string | null
  readonly quantity: number
  readonly levelId: bigint | null
  readonly benefitValue: bigint
  /** Title of the giving level if it has a benefit. */
  readonly benefitName: string | null
  readonly taxAddress: PostalAddress | null
  readonly locale: string
  readonly country: string | null
  readonly paymentMethod: string
  readonly cardBrand: string | null
  readonly cardLast4: string | null
  readonly givenAt: Date
}

/** Returns the donations of paid intents, less refunds and without fully refunded ones, ordered by intent and line. */
export const findPaidDonations = (db: Db, intentIds: readonly string[]): Promise<PaidDonation[]> =>
  intentIds.length === 0
    ? Promise.resolve([])
    : (db
        .selectFrom('giving.donation as d')
        // A lateral join, because PostgreSQL would read every campaign for a merge join.
        .innerJoinLateral(
          (e) =>
            e
              .selectFrom('campaigns.campaign')
              .whereRef('campaigns.campaign.id', '=', 'd.campaign_id')
              .select(['name', 'slug', 'organization_id'])
              .limit(1)
              .as('c'),
          (join) => join.onTrue(),
        )
        .leftJoin('campaigns.level as l', 'l.id', 'd.level_id')
        .leftJoin('giving.refunded_amount as r', 'r.donation_id', 'd.id')
        .select((e) => [
          'd.id',
          'd.intent_id as intentId',
          'd.line',
          'd.campaign_id as campaignId',
          'c.name as campaignName',
          'c.slug as campaignSlug',
          'c.organization_id as organizationId',
          'd.account_id as accountId',
          'd.guest_id as guestId',
          'd.email',
          'd.name',
          'd.currency',
          sql<bigint>`d.gift - coalesce(r.gift, 0)`.as('gift'),
          sql<bigint>`d.tip - coalesce(r.tip, 0)`.as('tip'),
          sql<bigint>`d.covered_fee - coalesce(r.covered_fee, 0)`.as('coveredFee'),
          sql<bigint>`d.processing_fee - coalesce(r.processing_fee, 0)`.as('processingFee'),
          sql<bigint>`d.zakat_eligible - coalesce(r.zakat_eligible, 0)`.as('zakatEligible'),
          'd.is_zakat as isZakat',
          'd.maximize_zakat as maximizeZakat',
          'd.gift_aid as giftAid',
          sql<Date | null>`
            case when d.gift_aid then (select declared_at from giving.gift_aid_declaration where donation_id = d.id) end
          `.as('declaredAt'),
          sql<string | null>`
            case
              when d.gift_aid then (select text_version from giving.gift_aid_declaration where donation_id = d.id)
              end
          `.as('giftAidTextVersion'),
          sql<boolean>`d.gift_aid_requested is true`.as('isGiftAidRequested'),
          'd.tax_receipt as taxReceipt',
          'd.is_anonymous as isAnonymous',
          'd.custom_name as customName',
          'd.location',
          'd.quantity',
          'd.level_id as levelId',
          e.fn.coalesce('l.benefit_value', e.lit(0)).as('benefitValue'),
          sql<string | null>`case when l.benefit_value > 0 then l.title end`.as('benefitName'),
          'd.tax_address as taxAddress',
          sql<RowWithFields>`(select to_jsonb(f) from (select null as nothing${sql.raw(donationColumns('receipt'))}) f)`.as(
            'fields',
          ),
          'd.locale',
          'd.country',
          'd.payment_method as paymentMethod',
          'd.card_brand as cardBrand',
          'd.card_last4 as cardLast4',
          'd.given_at as givenAt',
        ])
        .where(sql<boolean>`d.intent_id = any(${intentIds}::uuid[]) and r.is_fully_refunded is not true`)
        .orderBy('d.intent_id')
        .orderBy('d.line')
        .execute() as Promise<PaidDonation[]>)
