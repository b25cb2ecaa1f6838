import type { RenderContext } from '#server/pages/render-context.ts'
import { localDateIn } from '#shared/calendar.ts'
import { type Currency, isCurrency } from '#shared/money.ts'
import { isProblem } from '#shared/problem.ts'
import { zoneOfCountry } from '#shared/zones.ts'
import { defaultAmount, quickAmounts } from '#modules/money/giving/rules/amounts.ts'
import { currencyOfCountry } from '#modules/platform/currencies/rules/of-country.ts'
import { fitsPlan } from '#modules/causes/campaigns/rules/plan-level.ts'
import { calendarGroupOf } from '#modules/recurring/plans/rules/calendar-group.ts'
import type { Programme } from '#modules/recurring/plans/rules/schedule.ts'
import type { PlanPreview } from '#modules/recurring/agreement/contract-views.ts'
import { wholeOf } from '../../features/money/giving/checkout-state.ts'
import { askedOf, controlOfPlan, type Money, type PlanFacts } from '../../features/recurring/agreement/wizard/asked.ts'
import { defaultPlanFrequency, picked } from '../../features/recurring/agreement/calendar/nights.ts'
import { isCounted, programmeOfPath } from '../../features/recurring/agreement/wizard/programme.ts'
import {
  type PlanFrequency,
  type Step,
  steps,
  type Wish,
  wishOf,
} from '../../features/recurring/agreement/wizard/wish.ts'
import { countingCode } from '../public/campaign/counting-code.ts'
import { type CauseFacts, causesIn, chosenCauses, type CauseSentences, type Chosen, withShares } from './causes.ts'
import { nightsFor } from './nights.ts'

/** The fundraiser whose own plan it is. */
export type PlanCampaign = {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly language: string
  readonly organizationName: string
  readonly organizationNameAr: string | null
  readonly isOpen: boolean
  /** Whether its charity may receive donations. */
  readonly isVerified: boolean
  readonly offered: readonly { readonly frequency: PlanFrequency; readonly givingPlanId: string }[]
  /** Its giving levels that can be given on a schedule. */
  readonly levels: PlanFacts['levels']
}

export type PlanOffer = {
  readonly givingPlanId: string
  readonly signedUp: boolean
  readonly asksPhone: boolean
  readonly takesCodes: boolean
}

/** What every step of the way knows. */
export type Way = {
  readonly path: string
  readonly programme: Programme | null
  readonly campaign: PlanCampaign | null
  readonly offer: PlanOffer
  readonly wish: Wish
  /** What the address says itself; the rest may be what this browser remembers. */
  readonly said: { readonly zone: boolean; readonly amount: boolean; readonly frequency: boolean }
  readonly hijriYear: number | null
  readonly nights: NonNullable<Awaited<ReturnType<typeof nightsFor>>>['nights']
  readonly causes: readonly CauseFacts[]
  /** Chosen once, and no longer to be had. */
  readonly lost: boolean
  readonly today: string
  /** Whose code it is, to somebody who is signed in. */
  readonly inviter: string | undefined
}

const notFound = () => new Response(null, { status: 404 })

/** The plan, and what was chosen for it so far. Throws a response of 404: there is no such plan. */
export async function readWay(frame: RenderContext, url: URL, slug: string | undefined): Promise<Way> {
  const { country, currency: liked, now } = frame
  const programme = slug === undefined ? programmeOfPath(url.pathname) : null
  if (slug === undefined && programme === null) throw notFound()
  const campaign = slug === undefined ? null : await campaignOf(frame, slug)
  const first = campaign ? undefined : await currencyOfCause(frame, url.searchParams.get('campaignId'))
  const read = wishOf(url.searchParams, {
    programme,
    currency: campaign?.currency ?? first ?? liked ?? currencyOfCountry(country),
  })
  const frequency = campaign ? frequencyIn(campaign, read.frequency) : read.frequency
  const offer = await offerOf(frame, programme, campaign, frequency)
  const zone = read.zone === '' || !isZone(read.zone) ? zoneOfCountry(country) : read.zone
  const calendar = read.calendar ?? calendarGroupOf(country)
  const today = localDateIn(zone, now())
  const [counted, chosen, inviter, code] = await Promise.all([
    nightsFor(frame, programme, { calendar, today }),
    programme ? chosenCauses(frame, read) : noCauses,
    offer.takesCodes ? inviterOf(frame, read.code, offer.givingPlanId) : undefined,
    countingCode(frame.api, read.code, { givingPlanId: offer.givingPlanId }),
  ])
  const currency = campaign?.currency ?? read.currency
  const nights = counted?.nights ?? []
  const wish: Wish = {
    ...read,
    currency,
    frequency,
    code: code ?? undefined,
    level: campaign?.view.levels.find(({ id }) => id === read.level)?.id,
    zone,
    calendar,
    causes: withShares(read, chosen, url.searchParams.get('split') === 'even'),
    amount:
      read.amount ??
      wholeOf(
        isCounted(programme) || frequency === 'day' || programme === 'DailyGivers'
          ? quickAmounts(currency)[0]!
          : defaultAmount(currency),
      ),
  }
  return {
    path: url.pathname,
    programme,
    campaign: campaign && campaign.view,
    offer,
    // A quick pick is a button: without scripts it comes in the address.
    wish: picked(wish, url.searchParams.get('quick') ?? '', nights),
    said: {
      zone: read.zone !== '',
      amount: read.amount !== undefined || read.refused.amount !== undefined,
      frequency: read.frequency !== undefined,
    },
    hijriYear: counted?.hijriYear ?? null,
    nights,
    causes: chosen.causes,
    lost: chosen.lost,
    today,
    inviter,
  }
}

/**
 * Whose link somebody came by: told to whoever is signed in, and nothing of a code that does not count for the plan.
 */
async function inviterOf(
  { api, viewer }: RenderContext,
  code: string | undefined,
  givingPlanId: string,
): Promise<string | undefined> {
  if (!viewer.isSignedIn || code === undefined) return undefined
  try {
    return (await api('GET /v4/referers/by-code/:code/:givingPlanId', { code, givingPlanId })).name
  } catch (error) {
    if (!isProblem(error)) throw error
    return undefined
  }
}

const noCauses: Chosen = { causes: [], lost: false }

const isZone = (zone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

async function currencyOfCause({ api }: RenderContext, campaignId: string | null): Promise<Currency | undefined> {
  if (campaignId === null || !/^\d{1,18}$/.test(campaignId)) return undefined
  try {
    const { currencyCode } = await api('GET /v4/campaigns/:campaignId/basics', { campaignId })
    return isCurrency(currencyCode) ? currencyCode : undefined
  } catch (error) {
    if (!isProblem(error)) throw error
    return undefined
  }
}

type Found = { readonly currency: Currency; readonly view: PlanCampaign }

async function campaignOf({ api }: RenderContext, slug: string): Promise<Found> {
  try {
    const campaign = await api('GET /v4/campaign-pages/:slug', { slug })
    if (!isCurrency(campaign.currency)) throw notFound()
    const { plans } = await api('GET /v4/plans/by-campaign/:campaignId', { campaignId: campaign.id })
    const offered = plans.flatMap(({ frequency, givingPlanId }) =>
      frequency === 'onetime' ? [] : [{ frequency, givingPlanId }],
    )
    if (offered.length === 0) throw notFound()
    const { id, title, language, organization, open, levels } = campaign
    return {
      currency: campaign.currency,
      view: {
        id,
        slug: campaign.slug,
        title,
        language,
        organizationName: organization.name,
        organizationNameAr: organization.nameAr,
        isOpen: open,
        isVerified: organization.verified,
        offered,
        levels: levels.filter(fitsPlan),
      },
    }
  } catch (error) {
    if (isProblem(error) && error.class === 'not-found') throw notFound()
    throw error
  }
}

/** What was asked for, if it is offered; else weekly, which is preselected (S2 §9). */
function frequencyIn({ view }: Found, asked: PlanFrequency | undefined): PlanFrequency {
  const offered = view.offered.map(({ frequency }) => frequency)
  return asked && offered.includes(asked) ? asked : defaultPlanFrequency(offered)
}

async function offerOf(
  { api }: RenderContext,
  programme: Programme | null,
  campaign: Found | null,
  frequency: PlanFrequency | undefined,
): Promise<PlanOffer> {
  const plan = campaign
    ? await api('GET /v4/plans/by-slug/:slug', {
        slug: campaign.view.slug,
        ...(frequency ? { frequencyType: frequency } : {}),
      })
    : (await api('GET /v4/plans', { type: 'INTERNAL', limit: 50 })).plans.find((each) => each.programme === programme)
  if (!plan) throw notFound()
  return {
    givingPlanId: plan.givingPlanId,
    signedUp: plan.signedUp,
    asksPhone: plan.preferences.requestPhoneNumber,
    takesCodes: plan.takesCodes,
  }
}

/**
 * What somebody sees who asks for a step: that one, or the one before it that is not complete yet, with what it lacks.
 */
export type Stand = {
  readonly step: Step
  readonly errors: Readonly<Record<string, string>>
  readonly preview: PlanPreview | null
}

/** `money`: what the last step asks beside. */
export async function standOf(
  frame: RenderContext,
  url: URL,
  way: Way,
  of: { readonly money: Money; readonly causes: CauseSentences },
): Promise<Stand> {
  const first: Step = way.programme ? 'causes' : 'gifts'
  const asked = steps.find((step) => step === url.searchParams.get('step')) ?? first
  const wanted = way.programme === null && asked === 'causes' ? first : asked
  const inCauses = causesIn(frame, way.wish, of.causes)
  const isChoosing = Object.keys(inCauses).length > 0
  if (isChoosing && wanted !== 'causes' && way.programme) return { step: 'causes', errors: inCauses, preview: null }
  const seen = isChoosing ? { preview: null, errors: {} } : await previewFor(frame, way, of.money)
  if (wanted === 'confirm' && !seen.preview) return { step: 'gifts', errors: seen.errors, preview: null }
  return { step: wanted, errors: wanted === 'gifts' ? fractionsIn(frame, way) : {}, preview: seen.preview }
}

/** What the forms of the way know of the plan. */
export const planOf = ({ offer, programme, hijriYear, nights, campaign, inviter }: Way): PlanFacts => ({
  givingPlanId: offer.givingPlanId,
  programme,
  hijriYear,
  nights,
  levels: campaign?.levels ?? [],
  takesCodes: offer.takesCodes,
  inviter,
})

/** What was sent with a fraction, by the ids of the controls that are there to say it at. */
function fractionsIn(
  frame: Pick<RenderContext, 'sentencesOf'>,
  { wish, nights, campaign }: Way,
): Readonly<Record<string, string>> {
  const own = wish.spread === 'own' ? nights.filter(({ isPast }) => !isPast).map(({ number }) => `a${number}`) : []
  const shown = [...(campaign?.levels.some(({ id }) => id === wish.level) ? [] : ['amount']), ...own]
  return frame.sentencesOf(
    Object.fromEntries(shown.filter((id) => wish.refused[id] !== undefined).map((id) => [id, { code: 'not-whole' }])),
  )
}

/** What the plan would give, or what is wrong with what was chosen, by the ids of the controls. */
export async function previewFor(
  frame: RenderContext,
  way: Way,
  money: Money,
): Promise<{ readonly preview: PlanPreview | null; readonly errors: Readonly<Record<string, string>> }> {
  const fractions = fractionsIn(frame, way)
  if (Object.keys(fractions).length > 0) return { preview: null, errors: fractions }
  try {
    return {
      preview: await frame.api('POST /v4/subscriptions/preview', askedOf(way.wish, planOf(way), money)),
      errors: {},
    }
  } catch (error) {
    return { preview: null, errors: errorsOf(frame, error, way) }
  }
}

/** A refusal by the ids of the page's controls. */
export function errorsOf(
  frame: RenderContext,
  error: unknown,
  way: Pick<Way, 'programme'>,
): Readonly<Record<string, string>> {
  const { fields, message } = frame.refusalOf(error)
  const found = Object.entries(fields).map(([field, text]) => [controlOfPlan(field), text] as const)
  return found.length > 0 ? Object.fromEntries(found) : { [isCounted(way.programme) ? 'nights' : 'amount']: message }
}
