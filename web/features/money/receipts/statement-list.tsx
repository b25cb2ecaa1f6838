import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { useText } from '../../../lib/text.tsx'
import { Badge } from '../../../ui/small-parts.tsx'

type Statement = OutputOf<ProductContract, 'GET /v4/statements'>['statements'][number] & {
  readonly fromDay: string
  readonly toDay: string
}
const lookAgainMs = 2500

/** A donor's tax years: each is asked for with a plain form, made in the background and downloaded from here. */
export function StatementList({ statements }: { readonly statements: readonly Statement[] }) {
  const isMaking = statements.some((statement) => statement.state === 'being-made')
  useLookingAgain(isMaking)
  return (
    <ul className="document-list card">
      {statements.map((statement) => (
        <StatementRow key={`${statement.regime} ${statement.year}`} statement={statement} />
      ))}
    </ul>
  )
}

function StatementRow({ statement }: { readonly statement: Statement }) {
  const t = useText()
  const { regime, label, state } = statement
  const name = t(`documents.year-${regime}`, { label: `\u2066${label}\u2069` })
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
        {state === 'being-made' ? (
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

/** Downloads the statement, or requests it. `name`: of its tax year. */
function StatementActions({ statement, name }: { readonly statement: Statement; readonly name: string }) {
  const t = useText()
  const { regime, year, id, state } = statement
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
  if (state === 'being-made')
    return (
      <>
        <Badge look="accent">{t('documents.making')}</Badge>
        <a className="link-button" href="/account/receipts">
          {t('documents.look-again')}
        </a>
      </>
    )
  return (
    <form method="post">
      <input type="hidden" name="regime" value={regime} />
      <input type="hidden" name="year" value={year} />
      <button className="button button-quiet" aria-label={t('documents.make-for', { year: name })}>
        {t('documents.make')}
      </button>
    </form>
  )
}

/** Asks again while something is being made; without JavaScript the link beside it does. */
function useLookingAgain(isMaking: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isMaking) return
    const timer = setInterval(() => void revalidate(), lookAgainMs)
    return () => clearInterval(timer)
  }, [isMaking, revalidate])
}
