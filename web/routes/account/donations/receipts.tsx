import { data, redirect } from 'react-router'
import { formatDay, formatHijri, localDate } from '#shared/calendar.ts'
import { renderContext } from '#server/pages/render-context.ts'
import { ReceiptList } from '#web/features/money/receipts/receipt-list.tsx'
import { Statements } from '#web/features/money/receipts/statement-list.tsx'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { requireSignIn } from '#web/lib/access.ts'
import { useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import '#web/features/money/receipts/document.css'
import type { Route } from './+types/receipts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, locale, viewer } = context.get(renderContext)
  // The layout redirects visitors without a session.
  if (!viewer.isSignedIn) return { statements: [], receipts: [], next: null, isFirst: true }
  const before = new URL(request.url).searchParams.get('before')
  const [{ statements }, { receipts, next }] = await Promise.all([
    api('GET /v4/statements', {}),
    api('GET /v4/receipts', { limit: 20, ...(before ? { before: before.slice(0, 80) } : {}) }),
  ])
  const dayOf = (day: string) => formatDay(localDate(day), locale)
  return {
    isFirst: before === null,
    next,
    statements: statements.map((statement) => ({
      ...statement,
      fromDay: dayOf(statement.from),
      toDay: dayOf(statement.to),
    })),
    receipts: receipts.map((receipt) => ({
      ...receipt,
      gregorian: dayOf(receipt.givenOn),
      hijri: formatHijri(localDate(receipt.givenOn), locale),
    })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, viewer, logError, refusalOf } = context.get(renderContext)
  requireSignIn(viewer, request)
  const form = await postedForm(request)
  // Regime and year, as the select sends them: "uk 2026-27".
  const [regime = '', year = ''] = postedText(form, 'statement', 40).split(' ')
  try {
    await api('POST /v4/statements', { regime: regime as 'uk', year })
    return redirect('/account/receipts', 303)
  } catch (error) {
    logError(error, 'a statement could not be asked for')
    const { code, message, status } = refusalOf(error)
    return data(code === 'too-many-statements' ? { problem: message } : { problem: undefined }, { status })
  }
}

export default function AccountReceipts({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { statements, receipts, next, isFirst } = loaderData
  return (
    <>
      <title>{t('documents.title')}</title>
      <div className="stack">
        <h1>{t('documents.title')}</h1>
        <p className="quiet">{t('documents.lead')}</p>
      </div>
      {actionData ? (
        <p className="notice notice-problem" role="alert">
          {actionData.problem ?? t('documents.problem')}
        </p>
      ) : null}
      {receipts.length === 0 && isFirst ? (
        <EmptyState title={t('documents.empty')}>
          <p className="quiet">{t('documents.empty-text')}</p>
          <p>
            <a className="button button-primary" href="/v4/discover">
              {t('documents.discover')}
            </a>
          </p>
        </EmptyState>
      ) : (
        <>
          {isFirst ? (
            <section className="stack" aria-labelledby="statements">
              <h2 id="statements">{t('documents.statements')}</h2>
              <p className="quiet">{t('documents.statements-lead')}</p>
              <Statements statements={statements} />
            </section>
          ) : null}
          <section className="stack" aria-labelledby="receipts">
            <h2 id="receipts">{t('documents.receipts')}</h2>
            <ReceiptList receipts={receipts} />
            <p className="document-actions">
              {isFirst ? null : (
                <a className="button button-quiet" href="/account/receipts">
                  {t('documents.newest')}
                </a>
              )}
              {next ? (
                <a className="button button-quiet" href={`/account/receipts?before=${encodeURIComponent(next)}`}>
                  {t('documents.older')}
                </a>
              ) : null}
            </p>
          </section>
        </>
      )}
    </>
  )
}
