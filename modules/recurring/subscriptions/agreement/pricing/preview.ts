import { instantIn, addDays } from '#shared/date-arithmetic.ts'
import { createHash } from 'node:crypto'
import { lastOf, one } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { checkZakatFeeFund } from '#modules/money/giving/index.ts'
import { timeOf, isProgrammeOfNights } from '#modules/recurring/plans/rules/schedule.ts'
import { openCauses, partsOf, priceDonations } from './compose-charge.ts'
import type { PlanRequest } from '../../contract.ts'
import type { PlanPreview } from '../../contract-views.ts'
import { type Draft, draftOf, invalid } from '../draft.ts'
import { phoneOf } from '../donor/phone.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { hijriDayOf } from '../../rules/hijri-day.ts'
import { portionOf } from '../../rules/portions.ts'
import { plannedAtOf } from '../../rules/uncertain-nights.ts'

const ramadan = 9
const lastNight = 30

/** Previews dates and prices of a plan, with the computation of a subscription. */
export async function previewPlan(
  ports: SubscriptionPorts,
  context: RequestContext,
  planRequest: PlanRequest,
): Promise<PlanPreview> {
  const draft = await draftOf(ports, context.country, planRequest)
  if (planRequest.phoneNumber !== undefined) phoneOf(draft.plan, planRequest.phoneNumber)
  return previewOf(ports, context, planRequest, draft)
}

export async function previewOf(
  ports: SubscriptionPorts,
  context: Pick<RequestContext, 'locale'>,
  planRequest: PlanRequest,
  draft: Draft,
): Promise<PlanPreview> {
  const terms = { ...planRequest, currency: draft.currency }
  const { causes, campaigns } = await openCauses(
    ports,
    { causes: draft.causes, isZakat: planRequest.isZakat, currency: draft.currency },
    one(draft.donations).on,
  )
  if (causes.length === 0) throw new Problem('conflict', 'nothing-to-give')
  const maybe = thirtiethOf(draft)
  const priced = await Promise.all(
    [...draft.donations, ...(maybe ? [maybe] : [])].map(async ({ key, on, dueAt, number, isUncertain, gift, tip }) => {
      const quotes = await priceDonations(ports, terms, partsOf({ gift, tip }, draft.currency, causes, campaigns))
      const fundFault = await checkZakatFeeFund(ports.db, quotes)
      if (fundFault) throw invalid({ isZakat: fundFault })
      const sum = (part: 'gift' | 'tip' | 'coveredFee' | 'zakatEligible') =>
        Number(quotes.reduce((total, quote) => total + quote[part].amount, 0n))
      return {
        key,
        on: on as string,
        onHijri: hijriDayOf(draft.schedule, { on, number }, draft.months, context.locale),
        dueAt: plannedAtOf({ on, dueAt, isUncertain }, draft.timeZone),
        number,
        isUncertain,
        gift: sum('gift'),
        tip: sum('tip'),
        coveredFee: sum('coveredFee'),
        zakatEligible: sum('zakatEligible'),
      }
    }),
  )
  const donations = maybe ? priced.slice(0, -1) : priced
  const costOf = (list: typeof donations) =>
    list.reduce((total, { gift, tip, coveredFee }) => total + gift + tip + coveredFee, 0)
  const last = lastOf(donations)
  const agreed = priced.map(({ key, gift, tip, coveredFee, zakatEligible }) => [
    isProgrammeOfNights(draft.schedule) ? key : '',
    gift,
    tip,
    coveredFee,
    zakatEligible,
  ])
  return {
    currency: draft.currency,
    timeZone: draft.timeZone,
    calendar: draft.calendar,
    donations,
    total: costOf(donations),
    totalOf29:
      draft.schedule.kind === 'ramadan' && last.number === 30 && last.isUncertain
        ? costOf(donations.slice(0, -1))
        : null,
    thirtieth: maybe ? lastOf(priced) : null,
    quoteHash: createHash('sha256')
      .update(
        JSON.stringify([
          draft.plan.id,
          draft.currency,
          isProgrammeOfNights(draft.schedule) ? agreed : agreed[0],
          draft.causes,
          draft.level?.id.toString(),
          ...(draft.total === null ? [] : [String(draft.total)]),
        ]),
      )
      .digest('base64url'),
  }
}

/** Returns a chosen thirtieth night that the calendar lacks and a moon sighting can still add. */
function thirtiethOf({ schedule, months, portions, timeZone }: Draft): Draft['donations'][number] | undefined {
  if (schedule.kind !== 'ramadan' || !schedule.nights.includes(lastNight)) return undefined
  const { hijriYear } = schedule
  if (months.lengthOf(hijriYear, ramadan) === lastNight || months.isAnnounced(hijriYear, ramadan + 1)) return undefined
  const portion = portionOf(portions, lastNight)
  const on = addDays(months.startOf(hijriYear, ramadan), lastNight - 2)
  return (
    portion && {
      key: `ramadan:${hijriYear}:${lastNight}`,
      on,
      dueAt: instantIn(timeZone, on, timeOf(schedule)),
      number: lastNight,
      isUncertain: true,
      ...portion,
    }
  )
}
