import { dateTimeFormat } from '#shared/formats.ts'
import type { RenderContext } from '#server/pages/render-context.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { Currency } from '#shared/money.ts'
import { isProblem } from '#shared/problem.ts'
import { zoneOfCountry } from '#shared/zones.ts'
import { defaultAmount, quickAmounts } from '#modules/money/giving/rules/amounts.ts'
import { currencyOfCountry } from '#modules/platform/currencies/rules/of-country.ts'
import { fitsPlan } from '#modules/causes/campaigns/rules/plan-level.ts'
import { calendarGroupOf } from '#modules/platform/addresses/rules/calendar-group.ts'
import type { Programme } from '#modules/recurring/plans/rules/schedule.ts'
import { wholeUnitsOf } from '#web/features/money/giving/state/checkout-amounts.ts'
import type { PlanData } from '#web/features/recurring/subscriptions/wizard/plan-request.ts'
import { defaultPlanFrequency, applyQuickPick } from '#web/features/recurring/subscriptions/calendar/nights.ts'
import { hasNumberedDays, programmeOfPath } from '#web/features/recurring/subscriptions/wizard/programme.ts'
import {
  type PlanFrequency,
  type PlanForm,
  readPlanForm,
} from '#web/features/recurring/subscriptions/wizard/plan-form.ts'
import { countingCode } from '../public/campaign/counting-code.ts'
import { type CauseData, chosenCauses, type ChosenCauses, withShares } from './causes.ts'
import { nightsFor } from './nights.ts'

/** The fundraiser that the plan belongs to. */
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
  /** Giving levels that are available for plans. */
  readonly levels: PlanData['levels']
}

export type PlanOffer = {
  readonly givingPlanId: string
  readonly signedUp: boolean
  readonly requestsPhone: boolean
  readonly takesCodes: boolean
}

/** The data of the wizard that all steps use. */
export type WizardData = {
  readonly path: string
  readonly programme: Programme | null
  readonly campaign: PlanCampaign | null
  readonly offer: PlanOffer
  readonly planForm: PlanForm
  /** Which values the URL sets; the browser may replace the others with stored ones. */
  readonly inUrl: { readonly zone: boolean; readonly amount: boolean; readonly frequency: boolean }
  readonly hijriYear: number | null
  readonly nights: NonNullable<Awaited<ReturnType<typeof nightsFor>>>['nights']
  readonly causes: readonly CauseData[]
  /** Whether a chosen cause is no longer available. */
  readonly lost: boolean
  readonly today: string
  /** Name of the referral code's owner, for a signed-in donor. */
  readonly inviter: string | undefined
}

const notFound = () => new Response(null, { status: 404 })

/** Loads the plan and the choices so far. Throws 404 if there is no such plan. */
export async function readWizardData(frame: RenderContext, url: URL, slug: string | undefined): Promise<WizardData> {
  const { country, now } = frame
  const campaign = slug === undefined ? null : await campaignOf(frame, slug)
  const programme = campaign ? null : programmeOfPath(url.pathname)
  if (!campaign && !programme) throw notFound()
  const read = readPlanForm(url.searchParams, {
    programme,
    currency: campaign?.currency ?? (await currencyFor(frame, url.searchParams.get('campaignId'))),
  })
  const frequency = campaign ? frequencyIn(campaign, read.frequency) : read.frequency
  const offer = await offerOf(frame, programme, campaign, frequency)
  const zone = isZone(read.zone) ? read.zone : zoneOfCountry(country)
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
  const planForm: PlanForm = {
    ...read,
    currency,
    frequency,
    code: code ?? undefined,
    level: campaign?.view.levels.find(({ id }) => id === read.level)?.id,
    zone,
    calendar,
    causes: withShares(read, chosen, url.searchParams.get('split') === 'even'),
    amount: read.amount ?? amountAtFirst(programme, frequency, currency),
  }
  return {
    path: url.pathname,
    programme,
    campaign: campaign && campaign.view,
    offer,
    // A quick pick is a button, so without JavaScript it arrives in the URL.
    planForm: applyQuickPick(planForm, url.searchParams.get('quick') ?? '', nights),
    inUrl: {
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

/** Returns the preselected amount in major units: a smaller one for daily and nightly plans. */
function amountAtFirst(programme: Programme | null, frequency: PlanFrequency | undefined, currency: Currency) {
  const [smallest] = quickAmounts(currency)
  const isDaily = hasNumberedDays(programme) || frequency === 'day' || programme === 'DailyGivers'
  return wholeUnitsOf((isDaily && smallest) || defaultAmount(currency))
}

/**
 * Returns the name of a referral code's owner for a signed-in donor; undefined if the code doesn't count for the plan.
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

const noCauses: ChosenCauses = { causes: [], lost: false }

const isZone = (zone: string): boolean => {
  try {
    return Boolean(dateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** Returns the currency of the fundraiser in the URL, otherwise the visitor's. */
const currencyFor = async (frame: RenderContext, campaignId: string | null): Promise<Currency> =>
  (await currencyOfCause(frame, campaignId)) ?? frame.currency ?? currencyOfCountry(frame.country)

async function currencyOfCause({ api }: RenderContext, campaignId: string | null): Promise<Currency | undefined> {
  if (campaignId === null || !/^\d{1,18}$/.test(campaignId)) return undefined
  try {
    return (await api('GET /v4/campaigns/:campaignId/basics', { campaignId })).currencyCode
  } catch (error) {
    if (!isProblem(error)) throw error
    return undefined
  }
}

type Found = { readonly currency: Currency; readonly view: PlanCampaign }

async function campaignOf({ api }: RenderContext, slug: string): Promise<Found> {
  try {
    const campaign = await api('GET /v4/campaign-pages/:slug', { slug })
    const { plans } = await api('GET /v4/plans/by-campaign/:campaignId', { campaignId: campaign.id })
    const offered = plans.flatMap(({ frequency, givingPlanId }) =>
      frequency === 'onetime' || frequency === 'year' ? [] : [{ frequency, givingPlanId }],
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

/** Returns the requested frequency if offered, otherwise the preselected one (weekly, S2 §9). */
function frequencyIn({ view }: Found, planFrequency: PlanFrequency | undefined): PlanFrequency {
  const offered = view.offered.map(({ frequency }) => frequency)
  return planFrequency && offered.includes(planFrequency) ? planFrequency : defaultPlanFrequency(offered)
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
    : (await api('GET /v4/plans', { type: 'INTERNAL', limit: 50 })).plans.find((plan) => plan.programme === programme)
  if (!plan) throw notFound()
  return {
    givingPlanId: plan.givingPlanId,
    signedUp: plan.signedUp,
    requestsPhone: plan.preferences.requestPhoneNumber,
    takesCodes: plan.takesCodes,
  }
}
