import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { type Translate, useText } from '#web/lib/text.tsx'
import { Select } from '#web/ui/field.tsx'
import { Badge } from '#web/ui/small-parts.tsx'

type Statement = OutputOf<ProductContract, 'GET /v4/statements'>['statements'][number] & {
  readonly fromDay: string
  readonly toDay: string
}
const refreshMs = 2500

/** The donor's tax years. A form requests a statement, which is created in the background and downloaded here. */
export function Statements({ statements }: { readonly statements: readonly Statement[] }) {
  const t = useText()
  const isMaking = statements.some((statement) => statement.state === 'generating')
  useRecheckStatements(isMaking)
  const statementsRequest = statements.filter(({ state }) => state !== 'none')
  const open = statements.filter(({ state }) => state !== 'ready' && state !== 'generating')
  return (
    <div className="stack">
      {open.length > 0 ? (
        <form method="post" className="document-ask">
          <Select id="statement" label={t('documents.tax-year')}>
            {open.map((statement) => (
              <option key={keyOf(statement)} value={keyOf(statement)}>
                {statement.isComplete
                  ? yearName(t, statement)
                  : t('documents.year-so-far', { year: yearName(t, statement) })}
                {' · '}
                {t('documents.count', { count: statement.receipts })}
              </option>
            ))}
          </Select>
          <button className="button button-quiet">{t('documents.make')}</button>
        </form>
      ) : null}
      {statementsRequest.length > 0 ? (
        <ul className="document-list card">
          {statementsRequest.map((statement) => (
            <StatementRow key={keyOf(statement)} statement={statement} />
          ))}
        </ul>
      ) : null}
    </div>
  )
}

const keyOf = ({ regime, year }: Statement): string => `${regime} ${year}`
const yearName = (t: Translate, { regime, label }: Statement): string =>
  t(`documents.year-${regime}`, { label: `\u2066${label}\u2069` })

function StatementRow({ statement }: { readonly statement: Statement }) {
  const t = useText()
  const { state } = statement
  const name = yearName(t, statement)
  return (
    <li>
      <div className="document-text">
        <p className="document-name">
          <span className="strong">{name}</span>
          {statement.isComplete ? null : <Badge>{t('documents.so-far')}</Badge>}
        </p>
        <p className="quiet small">
          {t('documents.period', { from: statement.fromDay, to: statement.toDay })} ·{' '}
          {t('documents.count', { count: statement.receipts })}
        </p>
        {state === 'generating' ? (
          <p className="quiet small" role="status">
            {t('documents.making-text')}
          </p>
        ) : null}
        {state === 'failed' ? <p className="small">{t('documents.failed-text')}</p> : null}
      </div>
      <div className="document-actions">
        <StatementActions statement={statement} name={name} />
      </div>
    </li>
  )
}

/** The statement's download link or status. `name`: of its tax year. */
function StatementActions({ statement, name }: { readonly statement: Statement; readonly name: string }) {
  const t = useText()
  const { id, state } = statement
  if (state === 'ready')
    return (
      <>
        <a
          className="button button-quiet"
          href={`/v4/statements/${id}/document?format=pdf`}
          aria-label={t('documents.pdf-of', { what: name })}
        >
          {t('documents.pdf')}
        </a>
        <a
          className="button button-quiet"
          href={`/v4/statements/${id}/document?format=csv`}
          aria-label={t('documents.csv-of', { what: name })}
        >
          {t('documents.csv')}
        </a>
      </>
    )
  if (state === 'generating')
    return (
      <>
        <Badge look="accent">{t('documents.making')}</Badge>
        <a className="link-button" href="/account/receipts">
          {t('documents.refresh')}
        </a>
      </>
    )
  return null
}

/** Revalidates while a statement is being created; without JavaScript the link beside it reloads the page. */
function useRecheckStatements(isMaking: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isMaking) return
    const timer = setInterval(() => void revalidate(), refreshMs)
    return () => clearInterval(timer)
  }, [isMaking, revalidate])
}
