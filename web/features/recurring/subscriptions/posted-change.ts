import type { InputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import { normalizeDigits } from '#shared/input/digits.ts'
import { calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import { monthlyPreferences } from '#modules/recurring/subscriptions/rules/mail-preferences.ts'
import { evenCauses } from '#modules/recurring/subscriptions/rules/portions.ts'
import { postedText } from '#web/lib/form-values.ts'
import { postedExact } from '#web/ui/posted-amount.ts'
import { shareOf } from './wizard/percent.ts'
import type { Plan } from './plan-text.ts'

const editable = ['amount', 'causes', 'card', 'end', 'zone', 'calendar', 'name', 'mails'] as const
export type Editable = (typeof editable)[number]
export const isEditable = (text: string | null): text is Editable => editable.some((option) => option === text)

type Change = Omit<InputOf<ProductContract, 'PATCH /v4/subscriptions/:subscriptionId'>, 'subscriptionId' | 'version'>
export type PostedChange = { readonly change: Change } | { readonly unreadable: readonly string[] }

const plain = (form: FormData, name: string): string =>
  normalizeDigits(postedText(form, name, 24).trim().replaceAll('٫', '.'))

/**
 * Reads the change in a posted form, in minor units and ten-thousandths. Returns the names of fields with unreadable
 * numbers.
 */
export function postedChange(form: FormData, what: Editable, plan: Pick<Plan, 'donationAmountCurrency'>): PostedChange {
  const unreadable: string[] = []
  const currency = plan.donationAmountCurrency
  const minor = (name: string): number => {
    const amount = postedExact(postedText(form, name, 24), currency)?.amount
    if (amount === undefined) unreadable.push(name)
    return Number(amount ?? 0n)
  }
  const change = changeOf(form, what, minor, unreadable)
  return unreadable.length > 0 ? { unreadable } : { change }
}

/** Returns the posted fields as typed, to show them again after an error. */
export const typedFields = (form: FormData): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...form.keys()]
      .filter((name) =>
        /^(donationAmount|tipAmount|amounts\.\d{1,2}|share\.\d{1,18}|until|unsubscribedAt|anonymous|CustomName)$/.test(
          name,
        ),
      )
      .map((name) => [name, postedText(form, name, 80)]),
  )

function changeOf(form: FormData, what: Editable, minor: (name: string) => number, unreadable: string[]): Change {
  const has = (name: string) => form.get(name) !== null
  switch (what) {
    case 'amount': {
      const hasNights = [...form.keys()].some((name) => name.startsWith('amounts.'))
      // For nights, an empty tip means unchanged.
      const tip =
        has('tipAmount') && !(hasNights && plain(form, 'tipAmount') === '') ? { tipAmount: minor('tipAmount') } : {}
      const numbers = [...form.keys()].flatMap((name) => /^amounts\.(\d{1,2})$/.exec(name)?.[1] ?? [])
      if (postedText(form, 'how', 10) === 'spread')
        return {
          donationAmount: minor('donationAmount'),
          distribution: postedText(form, 'distribution', 24) as NonNullable<Change['distribution']>,
          ...tip,
        }
      return numbers.length > 0
        ? { amounts: Object.fromEntries(numbers.map((number) => [number, minor(`amounts.${number}`)])), ...tip }
        : { donationAmount: minor('donationAmount'), ...tip }
    }
    case 'causes':
      return { causes: causesOf(form, unreadable) }
    case 'card':
      return { cardId: postedText(form, 'cardId', 64) }
    case 'end':
      return { unsubscribedAt: postedText(form, 'unsubscribedAt', 10) || null }
    case 'zone':
      return { timeZone: postedText(form, 'timeZone', 60) }
    case 'calendar':
      return { calendar: calendarGroups.find((group) => group === postedText(form, 'calendar', 20)) }
    case 'name':
      return { anonymous: has('anonymous'), CustomName: postedText(form, 'CustomName', 80) }
    case 'mails':
      return { remindBefore: has('remindBefore'), ...monthlyOf(postedText(form, 'monthly', 10)) }
  }
}

const monthlyOf = (text: string): Change => {
  const monthly = monthlyPreferences.find((monthlyPreference) => monthlyPreference === text)
  return monthly ? { monthly } : {}
}

/** Reads shares as ten-thousandths, exact to two decimals of a percent; empty shares are omitted. */
function causesOf(form: FormData, unreadable: string[]) {
  const how = postedText(form, 'how', 10)
  if (how === 'platform') return []
  const ids = [...form.keys()].flatMap((name) => /^share\.(\d{1,18})$/.exec(name)?.[1] ?? [])
  if (how === 'evenly')
    return evenCauses(
      ids.filter((id) => plain(form, `share.${id}`) === '' || shareOf(plain(form, `share.${id}`)) !== 0),
    )
  return ids
    .map((campaignId) => {
      const share = shareOf(postedText(form, `share.${campaignId}`, 24))
      if (share === undefined) unreadable.push(`share.${campaignId}`)
      return { campaignId, share: share ?? 0 }
    })
    .filter(({ share }) => share > 0)
}
