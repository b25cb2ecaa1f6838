import { daysBetween } from '#shared/date-arithmetic.ts'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { formatDay, localDate, localDateIn } from '#shared/calendar.ts'
import { ConfirmDetails } from '#web/features/faith/zakat/tracker/confirm-details.tsx'
import { OffsiteList, OnlineList } from '#web/features/faith/zakat/tracker/payment-lists.tsx'
import { withDay } from '#web/features/faith/zakat/tracker/shown-day.ts'
import { YearList } from '#web/features/faith/zakat/tracker/year-list.tsx'
import { ZakatProgress } from '#web/features/faith/zakat/tracker/zakat-progress.tsx'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { postedText } from '#web/lib/form-values.ts'
import { requireSignIn } from '#web/lib/access.ts'
import { useText } from '#web/lib/text.tsx'
import { ResultNotice } from '#web/ui/result-notice.tsx'
import '#web/features/trust/privacy/privacy.css'
import '#web/features/faith/zakat/zakat-account.css'
import type { Route } from './+types/zakat'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['faith/zakat-account', 'faith/faults']

const doneKeys = {
  added: 'zakat-account.done-added',
  changed: 'zakat-account.done-changed',
  deleted: 'zakat-account.done-deleted',
  'year-deleted': 'zakat-account.done-year-deleted',
  reminders: 'zakat-account.done-reminders',
  withdrawn: 'zakat-account.done-withdrawn',
} as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer, locale, now } = context.get(renderContext)
  requireSignIn(viewer, request)
  const [state, online, offsite, { years }, { zakatReminders = true }, { consents }] = await Promise.all([
    api('GET /v4/zakat', {}),
    api('POST /api/user/loadZakatEligibleDonations', {}),
    api('POST /api/zakat/getOffLineDonations', { id: viewer.id }),
    api('GET /v4/zakat/years', {}),
    api('GET /api/user/properties', {}),
    api('GET /v4/privacy/consents', {}),
  ])
  const { profile, currency, window } = state
  const sums = { online: state.online, offsite: state.offsite }
  if (!currency || !window || !sums.online || !sums.offsite) throw data(null, { status: 404 })
  const consent = consents.find(({ purpose }) => purpose === 'zakat')
  return {
    state: {
      ...state,
      currency,
      window,
      online: sums.online,
      offsite: sums.offsite,
      daysLeft: profile && daysBetween(localDateIn(profile.timeZone, now()), localDate(profile.zakatAnniversary)),
    },
    online: { ...online, items: online.items.map((item) => withDay(item, locale)) },
    offsite: { ...offsite, items: offsite.offlineDonations.map((item) => withDay(item, locale)) },
    years,
    isReminded: zakatReminders,
    consent: {
      isGiven: consent?.isGiven ?? false,
      since: consent?.since ? formatDay(localDateIn('UTC', new Date(consent.since)), locale) : '',
    },
    done: new URL(request.url).searchParams.get('done') ?? '',
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, viewer, refusalOf } = context.get(renderContext)
  const form = await formOfOwner({ context, request })
  requireSignIn(viewer, request)
  try {
    if (form.get('act') === 'withdraw') {
      const { consents } = await api('GET /v4/privacy/consents', {})
      const textVersion = consents.find(({ purpose }) => purpose === 'zakat')?.textVersion ?? ''
      await api('POST /v4/privacy/consents', { purpose: 'zakat', isGiven: false, textVersion })
      return redirect('/account/zakat?done=withdrawn', 303)
    }
    await api('POST /api/user/properties', { zakatReminders: postedText(form, 'zakatReminders', 5) === 'true' })
    return redirect('/account/zakat?done=reminders#reminders', 303)
  } catch (error) {
    const refused = refusalOf(error)
    return data({ refused }, { status: refused.status })
  }
}

/** A donor's zakat: amounts due, given and remaining, payments made elsewhere, earlier years, and stored data. */
export default function AccountZakat({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { state, years, done } = loaderData
  return (
    <>
      <title>{t('zakat-account.title')}</title>
      <div className="stack">
        <h1>{t('zakat-account.title')}</h1>
        <p className="quiet">{t('zakat-account.lead')}</p>
      </div>
      <ResultNotice
        problem={actionData?.refused.message}
        done={Object.hasOwn(doneKeys, done) ? t(doneKeys[done as keyof typeof doneKeys]) : undefined}
      />
      <ZakatProgress state={state} />
      <Elsewhere loaderData={loaderData} />
      <Here loaderData={loaderData} />
      <section className="stack" aria-labelledby="years">
        <h2 id="years">{t('zakat-account.years')}</h2>
        {years.length > 0 ? (
          <YearList years={years} current={state.profile?.id} />
        ) : (
          <p className="quiet">{t('zakat-account.years-none')}</p>
        )}
      </section>
      <Reminders isReminded={loaderData.isReminded} />
      <Consent {...loaderData.consent} />
    </>
  )
}

type Loaded = { readonly loaderData: Route.ComponentProps['loaderData'] }

function Elsewhere({ loaderData: { state, offsite } }: Loaded) {
  const t = useText()
  return (
    <section className="stack" aria-labelledby="elsewhere">
      <h2 id="elsewhere">{t('zakat-account.elsewhere')}</h2>
      <p className="quiet">{t('zakat-account.elsewhere-lead')}</p>
      {offsite.total > 0 ? (
        <OffsiteList entries={offsite.items} currency={state.currency} />
      ) : (
        <p>{t('zakat-account.elsewhere-none')}</p>
      )}
      <NewestOf shown={offsite.items.length} count={offsite.total} />
      <p className="button-row">
        <a className="button button-primary" href="/account/zakat/payments/new">
          {t('zakat-account.add')}
        </a>
        <a className="button button-quiet" href="/account/zakat/payments/import">
          {t('zakat-account.import')}
        </a>
        <a className="tap-link" href="/account/zakat/payments">
          {t('zakat-account.elsewhere-all')}
        </a>
      </p>
    </section>
  )
}

function Here({ loaderData: { state, online } }: Loaded) {
  const t = useText()
  return (
    <section className="stack" aria-labelledby="here">
      <h2 id="here">{t('zakat-account.here')}</h2>
      <p className="quiet">{t('zakat-account.here-lead')}</p>
      {online.total > 0 ? (
        <OnlineList donations={online.items} currency={state.currency} />
      ) : (
        <p>{t('zakat-account.here-none')}</p>
      )}
      <NewestOf shown={online.items.length} count={online.total} />
      <p>
        <a className="tap-link" href="/account/donations?zakat=true">
          {t('zakat-account.here-all')}
        </a>
      </p>
    </section>
  )
}

function NewestOf({ shown, count }: { readonly shown: number; readonly count: number }) {
  const t = useText()
  if (shown >= count) return null
  return <p className="small quiet">{t('zakat-account.newest-of', { shown, count })}</p>
}

/** The switch is a form button, so it works without JavaScript. */
function Reminders({ isReminded }: { readonly isReminded: boolean }) {
  const t = useText()
  return (
    <section className="stack" aria-labelledby="reminders">
      <h2 id="reminders">{t('zakat-account.reminders')}</h2>
      <PageForm className="card card-in privacy-consent">
        <input type="hidden" name="zakatReminders" value={String(!isReminded)} />
        <p className="strong" id="reminders-label">
          {t('zakat-account.reminders-label')}
        </p>
        <p id="reminders-text">{t('zakat-account.reminders-text')}</p>
        <div className="privacy-choice">
          <button
            className="privacy-switch"
            name="act"
            value="reminders"
            role="switch"
            aria-checked={isReminded}
            aria-labelledby="reminders-label"
            aria-describedby="reminders-text"
          >
            <span aria-hidden="true" />
          </button>
          <span className="quiet small">{t(isReminded ? 'zakat-account.on' : 'zakat-account.off')}</span>
        </div>
      </PageForm>
    </section>
  )
}

function Consent({ isGiven, since }: { readonly isGiven: boolean; readonly since: string }) {
  const t = useText()
  return (
    <section className="stack" aria-labelledby="consent">
      <h2 id="consent">{t('zakat-account.consent')}</h2>
      {isGiven ? (
        <>
          <p>{t('zakat-account.consent-given', { date: since })}</p>
          <ConfirmDetails
            summary={t('zakat-account.withdraw')}
            text={t('zakat-account.withdraw-text')}
            act="withdraw"
            button={t('zakat-account.withdraw-confirm')}
          />
        </>
      ) : (
        <p>{t('zakat-account.consent-none')}</p>
      )}
    </section>
  )
}
