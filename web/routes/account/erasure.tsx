import '#web/features/trust/privacy/privacy.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { formatDay, localDate } from '#shared/calendar.ts'
import { reauthenticationUrlFor } from '#web/lib/login-urls.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { toFormErrors } from '#web/lib/form-values.ts'
import { logoutHeaders } from '#web/lib/storage.ts'
import { useText } from '#web/lib/text.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import type { Route } from './+types/erasure'

const proveFirst = reauthenticationUrlFor('/account/privacy/erase')

export async function loader({ context }: Route.LoaderArgs) {
  const { api, viewer, locale } = context.get(renderContext)
  // The layout redirects visitors without a session.
  if (!viewer.isSignedIn) return { donations: 0, until: null, isPaymentPending: false, email: '', charities: [] }
  const { donations, retainedUntil, isPaymentPending, mustReauthenticate, charities } = await api(
    'GET /v4/privacy/erasure',
    {},
  )
  if (mustReauthenticate) throw redirect(proveFirst)
  return {
    donations,
    until: retainedUntil ? formatDay(localDate(retainedUntil), locale) : null,
    isPaymentPending,
    email: viewer.email,
    charities: charities.map(({ id, name, nameAr, hasOthers }) => ({
      id,
      name: (locale === 'ar' && nameAr) || name,
      hasOthers,
    })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  if (form.get('understood') === null) return data({ refused: undefined }, { status: 422 })
  try {
    await api('POST /v4/privacy/erasure', { understood: true })
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.code === 'reauthentication-required') return redirect(proveFirst, 303)
    return data({ refused }, { status: refused.status })
  }
  // As on logout, the browser's stored data is deleted.
  return redirect('/erased', { status: 303, headers: logoutHeaders })
}

/** Explains what is erased, what is retained and until when, before the account is erased (privacy-4). */
export default function Erasure({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('erasure.title')
  const { donations, until, isPaymentPending, email } = loaderData
  const toTransfer = loaderData.charities.filter(({ hasOthers }) => hasOthers)
  const withoutMembers = loaderData.charities.filter(({ hasOthers }) => !hasOthers)
  const notUnderstood = actionData ? [{ id: 'understood', text: t('erasure.not-understood') }] : []
  const wrong = actionData?.refused ? toFormErrors(actionData.refused, 'understood') : notUnderstood
  return (
    <>
      <title>{actionData ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('erasure.lead', { email: `\u2068${email}\u2069` })}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={wrong} />
      <div className="columns privacy-erasure">
        <section className="card card-in stack" aria-labelledby="deleted">
          <h2 id="deleted">{t('erasure.deleted')}</h2>
          <ul>
            {(
              [
                'deleted-name',
                'deleted-sign-in-methods',
                'deleted-addresses',
                'deleted-words',
                'deleted-choices',
                'deleted-public',
              ] as const
            ).map((option) => (
              <li key={option}>{t(`erasure.${option}`)}</li>
            ))}
          </ul>
        </section>
        <section className="card card-in stack" aria-labelledby="retained">
          <h2 id="retained">{t('erasure.retained')}</h2>
          {until ? (
            <>
              <p>{t('erasure.retained-donations', { count: donations })}</p>
              <p className="strong">{t('erasure.until', { date: until })}</p>
              <p className="quiet small">{t('erasure.years')}</p>
            </>
          ) : (
            <p>{t('erasure.retained-nothing')}</p>
          )}
          <p className="quiet small">{t('erasure.retained-log')}</p>
        </section>
      </div>
      <p>
        {t('erasure.before')} <a href="/account/privacy#export">{t('privacy.export')}</a> ·{' '}
        <a href="/account/receipts">{t('documents.title')}</a>
      </p>
      {withoutMembers.length > 0 && (
        <section className="notice stack" aria-labelledby="no-members">
          <h2 id="no-members">{t('erasure.no-members')}</h2>
          <p>{t('erasure.no-members-text')}</p>
          <Charities charities={withoutMembers} />
        </section>
      )}
      {toTransfer.length > 0 && (
        <section className="notice stack" aria-labelledby="transfer">
          <h2 id="transfer">{t('erasure.transfer')}</h2>
          <p>{t('erasure.transfer-text')}</p>
          <Charities charities={toTransfer} />
        </section>
      )}
      {isPaymentPending && (
        <p className="notice" role="status">
          {t('erasure.payment-pending')}
        </p>
      )}
      {!isPaymentPending && toTransfer.length === 0 && (
        <form method="post" className="stack account-form">
          {wrong.map(({ id, text }) => (
            <p key={id} className="error-text" id="understood-error">
              {text}
            </p>
          ))}
          <Checkbox
            id="understood"
            label={t('erasure.understood')}
            {...(wrong.length > 0 ? { 'aria-invalid': true, 'aria-describedby': 'understood-error' } : {})}
          />
          <div className="button-row">
            <button className="button button-danger">{t('erasure.submit')}</button>
            <a className="button button-quiet" href="/account/privacy">
              {t('erasure.cancel')}
            </a>
          </div>
        </form>
      )}
    </>
  )
}

/** The charities that need another owner first, with links to their members. */
const Charities = ({
  charities,
}: {
  readonly charities: readonly { readonly id: string; readonly name: string }[]
}) => (
  <ul>
    {charities.map(({ id, name }) => (
      <li key={id}>
        <a href={`/organize/charities/${id}/team`}>
          <bdi>{name}</bdi>
        </a>
      </li>
    ))}
  </ul>
)
