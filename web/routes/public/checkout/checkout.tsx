import '../../../styles/kit/segments.css'
import '../../../styles/money/checkout.css'
import '../../../styles/platform/address.css'
import '../../../styles/money/saved-card.css'
import { lazy, Suspense } from 'react'
import { data, redirect } from 'react-router'
import { type RenderContext, renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { translate } from '#shared/text.ts'
import { defaultAmount } from '#modules/money/giving/rules/amounts.ts'
import { mandateText } from '#modules/money/cards/rules/mandate.ts'
import { parseCheckoutQuery } from '#modules/money/giving/rules/query-parameters.ts'
import { codeOfQuery } from '#modules/organizers/referrals/rules/new-code.ts'
import { AddToBasket } from '../../../features/money/baskets/add-to-basket.tsx'
import { defaultCardChoice } from '../../../features/money/cards/card-text.ts'
import { CheckoutForm } from '../../../features/money/giving/checkout-form.tsx'
import type { Checkout } from '../../../features/money/giving/use-checkout.ts'
import { checkForm } from '../../../features/money/giving/state/checkout-validation.ts'
import type { CheckoutFacts, Form } from '../../../features/money/giving/state/checkout-state.ts'
import { wholeOf } from '../../../features/money/giving/state/checkout-amounts.ts'
import { withOfferedTip } from '../../../features/money/giving/state/checkout-reducer.ts'
import {
  addressFactsFor,
  type ClosedTitle,
  closedTitle,
  factsOf,
  tipOffered,
  untouchedForm,
} from '../../../features/money/giving/gift-facts.ts'
import { formOfPost, fractionsIn } from '../../../features/money/giving/posted-form.ts'
import { levelOfOffer, notOrdered, type NotOrdered } from '../../../features/money/giving/qurbani-level.ts'
import type { Returned } from '../../../features/money/giving/returned-gift.tsx'
import { useBegun } from '../../../features/money/giving/use-begun.ts'
import { bankDebitFacts } from './bank-debit-facts.ts'
import { chooseOffered, methodsOf, presetOf } from './offered-ways.ts'
import { countingCode } from '../campaign/counting-code.ts'
import { plansOffered, planUrl } from '../../plans/offered.ts'
import { catalogueOf } from '../../../lib/catalogues.ts'
import { giftReturned } from '../../../lib/gift-returned.ts'
import { logInAddress } from '../../../lib/log-in.ts'
import { postedForm } from '../../../lib/posted-form.ts'
import { redirectIfMoved } from '../../../lib/found.ts'
import { findQurbaniOffer } from '../../../lib/qurbani-offer.ts'
import { savedCardsOf } from '../../../lib/saved-cards.ts'
import { useText } from '../../../lib/text.tsx'
import type { Route } from './+types/checkout'

/** Few come back from their bank to a browser that knows nothing of their gift. */
const ReturnedGift = lazy(() =>
  import('../../../features/money/giving/returned-gift.tsx').then((module) => ({ default: module.ReturnedGift })),
)

/** Most give once. */
const PlanMandate = lazy(() =>
  import('../../../features/recurring/agreement/checkout-plan.tsx').then((module) => ({ default: module.PlanMandate })),
)

type Loaded = Omit<Checkout, 'posted' | 'facts' | 'initial'> & {
  /** The day of the server. */
  readonly today: string
  readonly facts: CheckoutFacts
  readonly initial: Form
  /** Why no gift can be begun; null: one can. */
  readonly closed: ClosedTitle | null
  /** Why the Qurbani item of the address cannot be ordered; null: it can, or there is none. */
  readonly notOrdered: NotOrdered | null
  readonly returned: Returned | null
}

/** S1 §8: details that cannot be loaded are logged, and the donor is sent to the list of fundraisers. */
async function loadCampaign(frame: RenderContext, request: Request, slug: string) {
  try {
    return await frame.api('GET /v4/campaign-pages/:slug', { slug })
  } catch (error) {
    if (isProblem(error)) await redirectIfMoved(frame, request, slug)
    const said = isProblem(error) ? { slug, code: error.code } : error
    frame.logError(said, 'the details of a donation could not be loaded')
    throw redirect('/v4/discover')
  }
}

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Loaded> {
  const frame = context.get(renderContext)
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
  const campaign = await loadCampaign(frame, request, params.slug)
  const { currency } = campaign
  const query = parseCheckoutQuery(url.searchParams, origin, currency)
  const levelId = url.searchParams.get('level') ?? ''
  const isListed = campaign.levels.some(({ id }) => id === levelId)
  const offer = isListed ? undefined : await findQurbaniOffer(frame, { levelId, slug: campaign.slug })
  // A type of its own and a sacrifice are given once.
  const plans = campaign.open && !offer && !query.donationType ? await plansOffered(frame, campaign.id) : []
  const { takesOnce, chosen } = chooseOffered(url, campaign, plans)
  // Daily giving has a page of its own (S2 §2).
  if (chosen.frequency === 'day') throw redirect(planUrl(campaign.slug, url.searchParams, 'day'))
  const levels = [...campaign.levels, ...(offer ? [levelOfOffer(offer)] : [])]
  const level = levels.find(({ id, soldOut }) => id === levelId && !soldOut)
  const facts = factsOf({ ...campaign, levels }, currency, {
    country,
    zakatVariant,
    zakatFees,
    fee: paymentFee(currency),
    isSignedIn: viewer.isSignedIn,
  })
  const [preferences, cards] = await Promise.all([
    viewer.isSignedIn ? api('GET /api/user/properties', {}) : undefined,
    savedCardsOf(frame),
  ])
  const preset = presetOf(query, facts, { level, isQurbani: offer !== undefined })
  const fitr = preset.donationType === 'zakat-al-fitr' ? (await api('GET /v4/zakat/obligations', {})).fitr : null
  return {
    facts: {
      ...facts,
      takesOnce,
      ...methodsOf(campaign),
      isFitrClosed: fitr?.status === 'closed',
      bankDebit: bankDebitFacts(frame, campaign),
      plans: plans.flatMap(({ frequency, asksPhone }) => (frequency === 'day' ? [] : [{ frequency, asksPhone }])),
    },
    closed: closedTitle(campaign, now()),
    notOrdered: offer ? notOrdered(offer) : null,
    returned: await giftReturned(frame, url, campaign.slug),
    fixed: {
      amount: query.amount !== undefined || levelId !== '',
      tip: query.tip !== undefined,
      anonymous: preferences?.giveAnonymously !== undefined,
      newsletter: preferences?.newsletter !== undefined,
    },
    initial: withOfferedTip({
      ...untouchedForm(facts, {
        amount: query.amount ?? wholeOf(defaultAmount(currency)),
        email: viewer.email,
        preferences,
      }),
      ...tipOffered(query.tip, policy),
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
      registration: campaign.organization.registration,
    },
    payments,
    cards,
    mandate: viewer.isSignedIn ? mandateText(locale) : '',
    source: query.src ?? null,
    code: await countingCode(api, codeOfQuery(url.searchParams), { campaignId: campaign.id }),
    redirectPath: query.redirectPath ?? null,
    loginUrl: logInAddress(url.pathname + url.search),
    addressFacts: await addressFactsFor(
      facts,
      locale,
      () => Promise.all([api('GET /api/projectapi/permittedCountryCodes', {}), api('GET /v4/places', {})]),
      'later',
    ),
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

/** The form without scripts: the same rules say what is missing; everything typed comes back. No money moves here. */
export async function action(args: Route.ActionArgs) {
  const loaded = await loader(args)
  const posted = formOfPost(await postedForm(args.request), loaded.initial, loaded.facts.currency, loaded.facts.plans)
  const form = posted.levelId === '' ? { ...posted, quantity: 1 } : posted
  const errors = args.context
    .get(renderContext)
    .sentencesOf({ ...checkForm(form, loaded.facts, { taxAddress: 'later' }), ...fractionsIn(form, loaded.facts) })
  return data(
    { form, errors, isComplete: Object.keys(errors).length === 0 },
    { status: Object.keys(errors).length === 0 ? 200 : 400 },
  )
}

export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { closed, notOrdered: refusal, today, returned, ...checkout } = loaderData
  // A gift that was begun here while it was open has its end still, and may be paid: the form knows how to ask.
  const isBegun = useBegun(checkout.campaign.slug)
  if (returned && !isBegun) {
    const again = `/v4/checkout/${encodeURIComponent(checkout.campaign.slug)}`
    return (
      <Suspense fallback={null}>
        <ReturnedGift returned={returned} title={checkout.campaign.title} again={again} />
      </Suspense>
    )
  }
  if (closed && !isBegun) {
    const [title, text] =
      closed === 'give.not-verified' ? [checkout.campaign.title, t(closed)] : [t(closed), t('give.ended-text')]
    return (
      <div className="page empty">
        <title>{title}</title>
        <h1 dir="auto">{title}</h1>
        <p className="quiet">{text}</p>
        <p>
          <a className="button button-primary" href="/v4/discover">
            {t('give.see-others')}
          </a>
        </p>
      </div>
    )
  }
  if (refusal && !isBegun) {
    const title = t(`give.qurbani-${refusal.reason}`, { year: String(refusal.year) })
    return (
      <div className="page empty">
        <title>{title}</title>
        <h1>{title}</h1>
        <p>
          <a className="button button-primary" href="/v4/qurbani">
            {t('give.qurbani-others')}
          </a>
        </p>
        <p>
          <a className="button button-quiet" href={`/v4/checkout/${encodeURIComponent(checkout.campaign.slug)}`}>
            {t('give.qurbani-donate')}
          </a>
        </p>
      </div>
    )
  }
  return (
    <div className="page">
      <meta name="robots" content="noindex" />
      <h1 className="checkout-head" dir="auto">
        {t('give.title', { campaign: `\u2068${checkout.campaign.title}\u2069` })}
      </h1>
      <CheckoutForm
        checkout={{
          ...checkout,
          initial: actionData?.form ?? checkout.initial,
          posted: actionData ? { errors: actionData.errors, isComplete: actionData.isComplete } : null,
        }}
        mandate={(every, total) => (
          <Suspense fallback={null}>
            <PlanMandate every={every} campaign={checkout.campaign} total={total} today={today} />
          </Suspense>
        )}
        beside={(form) =>
          form.donationType || form.frequency !== 'once' || checkout.facts.methods?.card === false ? null : (
            <AddToBasket
              slug={checkout.campaign.slug}
              campaignId={checkout.facts.campaignId}
              source={checkout.source}
              code={checkout.code}
              isWide
              start={() => ({ amount: form.amount, levelId: form.levelId, quantity: form.quantity })}
            />
          )
        }
      />
    </div>
  )
}
