import { registrationText } from '#modules/causes/organizations/rules/registration-text.ts'
import { data, redirect } from 'react-router'
import type { RenderContext } from '#server/pages/render-context.ts'
import { withoutPreselection } from '#modules/money/giving/rules/fees/tip-policies.ts'
import { defaultAmount } from '#modules/money/giving/rules/amounts.ts'
import { mandateText } from '#modules/money/cards/rules/mandate.ts'
import { parseCheckoutQuery } from '#modules/money/giving/rules/query-parameters.ts'
import { codeOfQuery } from '#modules/organizers/referrals/rules/new-code.ts'
import { isProblem } from '#shared/problem.ts'
import { formatDay, localDate } from '#shared/calendar.ts'
import { isolate, translate } from '#shared/text.ts'
import { defaultCardChoice } from '#web/features/money/cards/card-text.ts'
import {
  addressDataFor,
  type ClosedTitle,
  closedTitle,
  checkoutDataOf,
  presetTip,
  initialForm,
  prefilledFields,
} from '#web/features/money/giving/donation-data.ts'
import { formFromPost, fractionErrorsOfForm } from '#web/features/money/giving/posted-form.ts'
import { levelOfOffer, notOrdered, type NotOrdered } from '#web/features/money/giving/qurbani-level.ts'
import type { ReturnedPayment } from '#web/features/money/giving/returned-donation.tsx'
import { wholeUnitsOf } from '#web/features/money/giving/state/checkout-amounts.ts'
import { withOfferedTip } from '#web/features/money/giving/state/checkout-reducer.ts'
import type { CheckoutData, Form } from '#web/features/money/giving/state/checkout-state.ts'
import { presetsOf } from '#web/features/money/giving/state/unfinished-checkout.ts'
import { checkCheckoutForm } from '#web/features/money/giving/state/checkout-validation.ts'
import type { Checkout } from '#web/features/money/giving/use-checkout.ts'
import { catalogueOf } from '#web/lib/catalogues.ts'
import { findOr404, redirectIfMoved } from '#web/lib/find-or-404.ts'
import { loadReturnedDonation } from '#web/lib/returned-donation.ts'
import { loginUrlFor } from '#web/lib/login-urls.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { findQurbaniOffer } from './qurbani-offer.ts'
import { loadSavedCards } from '#web/lib/saved-cards.ts'
import { plansOffered, planUrl } from '#web/routes/plans/offered.ts'
import { type CampaignData, hostedLook, type ShownCampaign } from '../campaign/campaign-data.ts'
import { countingCode } from '../campaign/counting-code.ts'
import { bankDebitData } from './bank-debit-data.ts'
import { chooseOffered, methodsOf, presetOf } from './checkout-presets.ts'
import { returnedDebit } from './returned-debit.ts'

/** The data of a fundraiser's donation form. */
export type LoadedCheckout = Omit<Checkout, 'posted' | 'facts' | 'initial' | 'embed'> & {
  /** The server's date. */
  readonly today: string
  readonly checkoutData: CheckoutData
  readonly initial: Form
  /** Why donations aren't accepted; null if they are. */
  readonly closed: ClosedTitle | null
  /** Why the Qurbani item in the URL can't be ordered; null if it can, or there is none. */
  readonly notOrdered: NotOrdered | null
  readonly returned: ReturnedPayment | null
  /** The charity's colours and logo, if the campaign is a hosted page or below one (pages-10). */
  readonly hosted: ShownCampaign['hosted']
}

/** Loads the campaign. Logs an error and redirects to the list of fundraisers (S1 §8). */
async function loadCampaign(frame: RenderContext, request: Request, slug: string) {
  try {
    return await frame.api('GET /v4/campaign-pages/:slug', { slug })
  } catch (error) {
    if (isProblem(error)) await redirectIfMoved(frame, request, slug)
    const text = isProblem(error) ? { slug, code: error.code } : error
    frame.logError(text, 'the details of a donation could not be loaded')
    throw redirect('/v4/discover')
  }
}

/** Returns the look of the hosted page that a campaign is, or is below; null for a fundraiser. */
async function hostedLookOf(
  { api }: RenderContext,
  campaign: CampaignData['campaign'],
): Promise<ShownCampaign['hosted']> {
  const page = [campaign, ...campaign.parents].find(({ kind }) => kind === 'hosted-page')
  if (!page) return null
  const { organization } = campaign
  const view = await api('GET /v4/organizations/:subdomain/hosted-pages/:slug', {
    subdomain: organization.slug,
    slug: page.slug,
  })
  return hostedLook(view, organization)
}

/** Finds the campaign of an embedded form; throws 404 if it doesn't exist, instead of redirecting. */
const findCampaign = (frame: RenderContext, request: Request, slug: string) =>
  findOr404(
    () => frame.api('GET /v4/campaign-pages/:slug', { slug }),
    () => redirectIfMoved(frame, request, slug),
  )

const isInForm = ({ frequency }: { readonly frequency: string }): boolean => frequency !== 'day'

/** Returns the parts that embedded forms don't have: links to other pages and the hosted page's look. */
const ownPageParts = async (
  frame: RenderContext,
  campaign: CampaignData['campaign'],
  { url, redirectPath = null }: { readonly url: URL; readonly redirectPath: string | null | undefined },
) => ({
  bankDebit: bankDebitData(frame, campaign),
  redirectPath,
  loginUrl: loginUrlFor(url.pathname + url.search),
  hosted: await hostedLookOf(frame, campaign),
})
/** Bank debits aren't offered in a frame, because instant verification leaves the page. */
const framedParts = { bankDebit: undefined, redirectPath: null, loginUrl: '', hosted: null }

/**
 * Returns whether the account or a returned debit determines anonymity, which the browser's preference must not
 * overwrite.
 */
const isAnonymityChosen = (
  preferences: { readonly giveAnonymously?: boolean } | undefined,
  texts: object | undefined,
) => texts !== undefined || preferences?.giveAnonymously !== undefined

/**
 * Loads the donation form for a URL. Redirects to the daily plan's page, or to the list of fundraisers if there is no
 * such campaign. `isEmbedded`: never redirects, because the frame can't show other pages.
 */
export async function loadCheckout(
  frame: RenderContext,
  request: Request,
  slug: string,
  { isEmbedded = false } = {},
): Promise<LoadedCheckout> {
  const {
    api,
    now,
    country,
    zakatVariant,
    zakatFees,
    paymentFee,
    tipPolicy: policy,
    viewer,
    payments,
    origin,
    locale,
  } = frame
  const url = new URL(request.url)
  const campaign = await (isEmbedded ? findCampaign : loadCampaign)(frame, request, slug)
  const { currency } = campaign
  const query = parseCheckoutQuery(url.searchParams, origin, currency)
  const levelId = url.searchParams.get('level') ?? ''
  const isListed = campaign.levels.some(({ id }) => id === levelId)
  const offer = isListed ? undefined : await findQurbaniOffer(frame, { levelId, slug: campaign.slug })
  // Donation types and Qurbani orders are one-time only.
  const plans = campaign.open && !offer && !query.donationType ? await plansOffered(frame, campaign.id) : []
  const { takesOnce, chosen } = chooseOffered(url, campaign, isEmbedded ? plans.filter(isInForm) : plans)
  // Daily plans have their own page (S2 §2).
  if (chosen.frequency === 'day') throw redirect(planUrl(campaign.slug, url.searchParams, 'day'))
  const levels = [...campaign.levels, ...(offer ? [levelOfOffer(offer)] : [])]
  const level = levels.find(({ id, soldOut }) => id === levelId && !soldOut)
  const checkoutData = checkoutDataOf({ ...campaign, levels }, currency, {
    country,
    zakatVariant,
    zakatFees,
    fee: paymentFee(currency),
    isSignedIn: viewer.isSignedIn,
  })
  const [preferences, cards, texts, giftAid] = await Promise.all([
    viewer.isSignedIn ? api('GET /api/user/properties', {}) : undefined,
    loadSavedCards(frame),
    returnedDebit(frame, url),
    loadGiftAidCover(frame, campaign),
  ])
  const parts = isEmbedded
    ? framedParts
    : await ownPageParts(frame, campaign, { url, redirectPath: query.redirectPath })
  const preset = presetOf(query, checkoutData, { level, isQurbani: offer !== undefined })
  const fitr = preset.donationType === 'zakat-al-fitr' ? (await api('GET /v4/zakat/obligations', {})).fitr : null
  return {
    checkoutData: {
      ...checkoutData,
      ...giftAid,
      takesOnce,
      ...methodsOf(campaign),
      isTipPreset: offer === undefined,
      isFitrClosed: fitr?.status === 'closed',
      bankDebit: parts.bankDebit,
      plans: plans.flatMap(({ frequency, requestsPhone }) =>
        frequency === 'day' ? [] : [{ frequency, requestsPhone }],
      ),
    },
    closed: closedTitle(campaign, now()),
    notOrdered: offer ? notOrdered(offer) : null,
    returned: await loadReturnedDonation(frame, url, campaign.slug),
    fixed: {
      amount: query.amount !== undefined || levelId !== '',
      tip: query.tip !== undefined,
      anonymous: isAnonymityChosen(preferences, texts),
      newsletter: preferences?.newsletter !== undefined,
    },
    initial: withOfferedTip({
      ...initialForm(checkoutData, {
        amount: query.amount ?? wholeUnitsOf(defaultAmount(currency)),
        email: viewer.email,
        preferences,
      }),
      ...prefilledFields(texts),
      ...presetTip(query.tip, offer ? withoutPreselection(policy) : policy),
      ...preset,
      cardId: defaultCardChoice(cards),
      frequency: chosen.frequency,
    }),
    campaign: {
      slug: campaign.slug,
      title: campaign.title,
      language: campaign.language,
      organizationName: campaign.organization.name,
      organizationNameAr: campaign.organization.nameAr,
      legalName: campaign.organization.legalName,
      registration: registrationText(
        campaign.organization.registration,
        locale,
        catalogueOf('causes/registrations', locale),
      ),
    },
    hosted: parts.hosted,
    payments,
    cards,
    mandate: viewer.isSignedIn ? mandateText(locale) : '',
    source: query.src ?? null,
    code: await countingCode(api, codeOfQuery(url.searchParams), { campaignId: campaign.id }),
    redirectPath: parts.redirectPath,
    presets: presetsOf(url.searchParams),
    loginUrl: parts.loginUrl,
    addressData: await addressDataOfLevel(frame, checkoutData, levelId),
    userId: viewer.id,
    missingFrequency: chosen.missing
      ? translate(catalogueOf('recurring/plan-offers', locale), locale, `missing-${chosen.missing}`)
      : null,
    dailyUrl: plans.some(({ frequency }) => frequency === 'day')
      ? planUrl(campaign.slug, url.searchParams, 'day')
      : null,
    today: now().toISOString().slice(0, 10),
  }
}

/** Returns the day of the declaration that covers what the account donates now, and what it received this tax year. */
async function loadGiftAidCover({ api, locale, viewer }: RenderContext, campaign: CampaignData['campaign']) {
  if (!viewer.isSignedIn || !campaign.giftAid) return undefined
  const { declaredOn, benefits } = await api('GET /v4/account/gift-aid/cover', { campaignId: campaign.id })
  return {
    giftAidCoveredSince: declaredOn === null ? undefined : isolate(formatDay(localDate(declaredOn), locale)),
    ...(benefits > 0 && { giftAidBenefits: benefits }),
  }
}

/**
 * Returns the lists of the address that a level asks for. Without one they are empty, because they are 3 kB of a page;
 * the browser loads them when such a level is chosen.
 */
const addressDataOfLevel = ({ api, locale }: RenderContext, checkoutData: CheckoutData, levelId: string) =>
  addressDataFor(
    { ...checkoutData, levels: checkoutData.levels.filter(({ id }) => id === levelId) },
    locale,
    () => Promise.all([api('GET /api/projectapi/permittedCountryCodes', {}), api('GET /v4/places', {})]),
    'later',
  )

/**
 * Validates the form without JavaScript by the same rules, and returns the errors with everything that was typed. No
 * money moves here.
 */
export async function judgePosted(frame: RenderContext, request: Request, loaded: LoadedCheckout) {
  const posted = formFromPost(
    await postedForm(request),
    loaded.initial,
    loaded.checkoutData.currency,
    loaded.checkoutData.plans,
  )
  const form = posted.levelId === '' ? { ...posted, quantity: 1 } : posted
  const errors = frame.sentencesOf({
    ...checkCheckoutForm(form, loaded.checkoutData, { taxAddress: 'later' }),
    ...fractionErrorsOfForm(form, loaded.checkoutData, loaded.initial.amount),
  })
  const isComplete = Object.keys(errors).length === 0
  const addressData = await addressDataOfLevel(frame, loaded.checkoutData, form.levelId)
  return data({ form, errors, isComplete, addressData }, { status: isComplete ? 200 : 400 })
}
