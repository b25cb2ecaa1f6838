import { useEffect, useRef } from 'react'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import type { AddressData } from '#web/features/platform/addresses/address-data.ts'
import type { BasketPrice } from './price/basket-price.ts'
import type { BasketData, BasketLine } from './line/basket-line.ts'
import { basketLinesOf } from './state/basket-state.ts'
import { LineEditor } from './line/line-editor.tsx'
import type { BasketController } from './use-basket.ts'

type Props = {
  readonly used: BasketController
  readonly price: BasketPrice
  readonly basketData: BasketData
  readonly addressData: AddressData
  readonly errorOf: (id: string) => string | undefined
  /** Called when the donor changes a line. */
  readonly onTyped: (id: string) => void
}

/**
 * The donations in this payment, including those without an amount yet; below them those that can't be paid now, with
 * the reason.
 */
export function BasketLines({ used, price, basketData, addressData, errorOf, onTyped }: Props) {
  const t = useText()
  const { state, dispatch, flush, savedBasket } = used
  const reasonOf = (id: string) => price.skipped.find(({ line }) => line.id === id)?.reason
  // A line without an amount stays in the first list, so that typing an amount doesn't move it or lose the focus.
  const isDonation = (line: BasketLine): boolean => {
    const reason = reasonOf(line.id)
    return reason === undefined || (reason === 'no-amount' && basketData.campaigns[line.projectId]?.isOpen === true)
  }
  const donations = basketLinesOf(state).filter(isDonation)
  const others = price.skipped.filter(({ line }) => !isDonation(line))
  const paymentsLeft = new Set(
    [...donations, ...others.filter(({ reason }) => reason === 'other-currency').map(({ line }) => line)].map(
      ({ currency }) => currency,
    ),
  ).size
  const editorOf = ({
    line,
    reason,
  }: {
    line: BasketLine
    reason: BasketPrice['skipped'][number]['reason'] | undefined
  }) => (
    <LineEditor
      key={line.id}
      line={line}
      basketData={basketData}
      version={state.basket.version}
      quote={price.paid.find((paid) => paid.line.id === line.id)?.quote}
      reason={reason}
      addressData={addressData}
      errorOf={errorOf}
      onChange={(change) => {
        dispatch({ kind: 'line', id: line.id, change })
        onTyped(line.id)
      }}
      onSave={flush}
      savedBasket={savedBasket}
      onEdited={(basket) => {
        // The drawer saved these fields, so pending changes and errors of this line are outdated.
        const waiting = state.changes[line.id]
        dispatch({ kind: 'saved', basket, ...(waiting ? { line: { id: line.id, change: waiting } } : {}) })
        dispatch({ kind: 'all-saved' })
      }}
    />
  )
  return (
    <div className="basket-lines stack-lg">
      <RemovedLine used={used} />
      {donations.length > 0 ? (
        <section className="card" aria-labelledby="donations">
          <h2 id="donations" className="card-in">
            {t('basket-page.donations', { count: donations.length })}
          </h2>
          <ul className="basket-list">{donations.map((line) => editorOf({ line, reason: reasonOf(line.id) }))}</ul>
        </section>
      ) : null}
      {others.length > 0 ? (
        <section className="stack" aria-labelledby="skipped">
          <div>
            <h2 id="skipped">{t('basket-page.skipped')}</h2>
            <p className="quiet small">{t('basket-page.skipped-text')}</p>
            {paymentsLeft > 1 ? <p>{t('basket-page.payments-left', { count: paymentsLeft })}</p> : null}
          </div>
          {groupsOf(others).map(([name, lines]) => (
            <section key={name} className="card" aria-label={name || t('basket-page.unavailable')}>
              <p className="card-in strong">
                {name
                  ? t('basket-page.in-currency', { currency: name, count: lines.length })
                  : t('basket-page.unavailable')}
              </p>
              <ul className="basket-list">{lines.map(editorOf)}</ul>
            </section>
          ))}
        </section>
      ) : null}
    </div>
  )
}

/** Groups skipped lines by currency; those that can't be paid at all come last, under an empty key. */
const groupsOf = (skipped: BasketPrice['skipped']) =>
  [...Map.groupBy(skipped, ({ line, reason }) => (reason === 'other-currency' ? line.currency : ''))].toSorted(
    ([a], [b]) => Number(a === '') - Number(b === ''),
  )

/** The line that was just removed, with Undo. Confidential fields can't be restored. */
function RemovedLine({ used: { state, dispatch, restoreRemoved } }: { readonly used: BasketController }) {
  const t = useText()
  const back = useRef<HTMLDivElement>(null)
  const { removed } = state
  const text = removed ? t('basket-page.removed', { name: `\u2068${removed.name}\u2069` }) : undefined
  useEffect(() => {
    if (removed) back.current?.focus()
  }, [removed])
  async function undo(name: string) {
    try {
      await restoreRemoved()
    } catch (error) {
      console.warn('a gift could not be put back', error)
      dispatch({ kind: 'failed', errors: { basket: t('basket-page.not-put-back', { name: `\u2068${name}\u2069` }) } })
    }
  }
  return (
    // A screen reader reads it once when it receives the focus; a status role would repeat it (WCAG 4.1.3).
    <div
      ref={back}
      tabIndex={-1}
      role={text ? 'group' : undefined}
      aria-label={text}
      className={removed ? 'notice basket-removed' : undefined}
    >
      {removed ? (
        <>
          <span>{text}</span>
          {removed.item ? (
            <Button look="quiet" type="button" onClick={() => void undo(removed.name)}>
              {t('basket-page.undo')}
            </Button>
          ) : (
            <a className="button button-quiet" href={`/v4/basket/add/${encodeURIComponent(removed.slug)}`}>
              {t('basket-page.add-again')}
            </a>
          )}
        </>
      ) : null}
    </div>
  )
}
