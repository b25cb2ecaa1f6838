import '#web/features/causes/campaigns/styles/campaign-card.css'
import '#web/features/causes/discovery/styles/featured.css'
import '#web/features/causes/campaigns/styles/section.css'
import '#web/features/causes/campaigns/styles/share.css'
import '#web/features/recurring/subscriptions/programme.css'
import '#web/features/faith/deeds/deeds.css'
import '#web/features/faith/deeds/deeds-badge.css'
import '#web/features/faith/deeds/deeds-figure.css'
import '#web/features/faith/deeds/deeds-page.css'
import { lazy, Suspense } from 'react'
import { data, redirect } from 'react-router'
import { required } from '#shared/collections.ts'
import { latestDeedsYear } from '#modules/faith/deeds/rules/deeds-year.ts'
import { renderContext } from '#server/pages/render-context.ts'
import { DeedsStory } from '#web/features/faith/deeds/deeds-story.tsx'
import { deedsSource } from '#web/features/faith/deeds/next-giving.tsx'
import { PageView } from '#web/features/faith/deeds/page-view.tsx'
import { toStoryData } from '#web/features/faith/deeds/story-data.ts'
import { ConsentNeeded, LoggedOut, NoDeeds } from '#web/features/faith/deeds/welcome.tsx'
import { ProgrammeCards } from '#web/features/recurring/subscriptions/wizard/programme-cards.tsx'
import { findOr404 } from '#web/lib/find-or-404.ts'
import { loginUrlFor } from '#web/lib/login-urls.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import { programmesOf } from '../plans/programmes.ts'
import type { Route } from './+types/deeds'
import { deedsNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = deedsNamespaces

const ShareDeeds = lazy(() =>
  import('#web/features/faith/deeds/share-deeds.tsx').then((module) => ({ default: module.ShareDeeds })),
)

export async function loader({ context, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const { api, viewer, locale } = frame
  const { pathname, search, searchParams } = new URL(request.url)
  if (!viewer.isSignedIn) return { state: 'logged-out' as const, logInUrl: loginUrlFor(pathname + search) }
  const hijriYearParam = searchParams.get('hijriYear')
  const deeds = await findOr404(() =>
    api('GET /v4/deeds', hijriYearParam === null ? {} : { hijriYear: Number(hijriYearParam) }),
  )
  const latest = latestDeedsYear(frame.now())
  const hijriYear = hijriYearParam === null ? latest : Number(hijriYearParam)
  if (deeds.state === 'consent-needed') {
    const { consents } = await api('GET /v4/privacy/consents', {})
    return {
      state: 'consent-needed' as const,
      hijriYear,
      consent: required(consents.find(({ purpose }) => purpose === 'recap')),
    }
  }
  const [offers, giving] = await Promise.all([programmesOf(frame), api('GET /v4/account/giving', {})])
  const more = {
    hijriYear,
    programmes: offers.filter(({ signedUp }) => !signedUp),
    years: giving.years.hijri.map((year) => Number(year.slice(1))).filter((year) => year <= latest),
  }
  const { wrappedData, styleReason } = deeds
  if (!wrappedData || !styleReason) return { state: 'no-deeds' as const, ...more }
  return {
    state: 'data' as const,
    ...more,
    isPage: searchParams.get('view') === 'page',
    surveyUrl: frame.deedsSurveyUrl,
    isSurveySent: searchParams.get('survey') === 'sent',
    story: toStoryData({ ...deeds, wrappedData, styleReason }, { locale, participants: frame.deedsParticipants }),
  }
}

/**
 * Plain forms: the donor consents to their Deeds, which aren't calculated before (deeds-7), or answers the `survey`.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const year = postedText(form, 'hijriYear', 4)
  const ofYear = /^\d{4}$/.test(year) ? `hijriYear=${year}` : ''
  try {
    if (postedText(form, 'act', 10) === 'survey') {
      const answer = { rating: Number(postedText(form, 'rating', 1)), comment: postedText(form, 'comment', 1000) }
      await api('POST /v4/deeds/survey', { hijriYear: Number(year), ...answer })
      return redirect(`/deeds?view=page&survey=sent&${ofYear}#deeds-thanks`, 303)
    }
    await api('POST /v4/privacy/consents', {
      purpose: 'recap',
      isGiven: true,
      textVersion: postedText(form, 'textVersion', 40),
    })
  } catch (error) {
    const refused = refusalOf(error)
    return data({ refused }, { status: refused.status })
  }
  return redirect(`/deeds?${ofYear}`, 303)
}

/** The Deeds story, or the state that comes before it (S1 §2.1). */
export default function Deeds({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  return (
    <>
      <title>{t('deeds.title')}</title>
      <meta name="description" content={t('deeds.lead')} />
      <Content of={loaderData} problem={actionData?.refused.message} />
    </>
  )
}

function Content({ of, problem }: { of: Route.ComponentProps['loaderData']; problem: string | undefined }) {
  const programmes =
    'programmes' in of && of.programmes.length > 0 ? (
      <ProgrammeCards offers={of.programmes} source={deedsSource} />
    ) : null
  switch (of.state) {
    case 'logged-out':
      return <LoggedOut logInUrl={of.logInUrl} />
    case 'consent-needed':
      return <ConsentNeeded consent={of.consent} hijriYear={of.hijriYear} problem={problem} />
    case 'no-deeds':
      return <NoDeeds programmes={programmes} years={of.years} hijriYear={of.hijriYear} />
    case 'data': {
      const shown = {
        data: of.story,
        programmes,
        years: of.years,
        surveyUrl: of.surveyUrl,
        isSurveySent: of.isSurveySent,
      }
      return of.isPage ? (
        <PageView
          {...shown}
          share={
            <Suspense>
              <ShareDeeds hijriYear={of.hijriYear} />
            </Suspense>
          }
        />
      ) : (
        <DeedsStory {...shown} />
      )
    }
  }
}
