import type { Currency } from '#shared/money.ts'
import type { ReactNode } from 'react'
import { PageForm } from '#web/kit/page-form.tsx'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { type ItemChoices, ItemFields } from './item-form.tsx'
import { differentFields, emptyItem, type TypedItem } from './item-values.ts'

/** A rejected form with its errors. */
export type RejectedItem = {
  readonly typed: TypedItem
  readonly version: string
  readonly errors: Readonly<Record<string, string>>
  /** An error that concerns no single field. */
  readonly problem: string
  readonly isConflict: boolean
}

export type StoredItem = {
  readonly version: number
  /** Units that are ordered or reserved. */
  readonly taken: number
  readonly fields: TypedItem
}

export type EditedItem = {
  /** The stored item with its version and units taken; null for a new item. */
  readonly item: StoredItem | null
  readonly hijriYear: number
  readonly currency: Currency
  readonly choices: ItemChoices
}

/** The page with the form of one item. `here`: its own URL, `back`: the URL of the items. */
export function ItemEditor({
  edited: { item, hijriYear, currency, choices },
  refused,
  here,
  back,
}: {
  readonly edited: EditedItem
  readonly refused: RejectedItem | undefined
  readonly here: string
  readonly back: string
}) {
  const t = useText()
  const stored = item?.fields
  const errors = refused?.errors ?? {}
  const conflict = refused?.isConflict && stored ? { theirs: stored, mine: refused.typed } : undefined
  const wrong = Object.entries(errors).map(([id, text]) => ({ id, text }))
  if (refused?.problem && !conflict) wrong.push({ id: 'title', text: refused.problem })
  const version = conflict ? item?.version : (refused?.version ?? item?.version)
  return (
    <>
      <ErrorSummary title={t('shell.problem')} wrong={wrong} />
      <PageForm className="stack-lg organize-form" noValidate>
        {conflict ? (
          <ItemConflict {...conflict}>
            <button className="button button-primary">{t('qurbani-items.keep-my-version')}</button>
            <a className="button button-quiet" href={here}>
              {t('qurbani-items.take-theirs')}
            </a>
          </ItemConflict>
        ) : null}
        {item ? <input type="hidden" name="version" value={version} /> : null}
        <ItemFields
          typed={refused?.typed ?? stored ?? emptyItem(hijriYear)}
          errors={errors}
          choices={choices}
          currency={currency}
          taken={item?.taken ?? 0}
        />
        <div className="button-row">
          <button className="button button-primary">{t('qurbani-items.save')}</button>
          <a className="button button-quiet" href={back}>
            {t('qurbani-items.back')}
          </a>
        </div>
      </PageForm>
    </>
  )
}

const labels: Readonly<Record<keyof TypedItem, MessageKey>> = {
  title: 'qurbani-items.title',
  hijriYear: 'qurbani-items.hijri-year',
  country: 'qurbani-items.country',
  animal: 'qurbani-items.animal',
  unit: 'qurbani-items.unit',
  animalPrice: 'qurbani-items.price',
  capacity: 'qurbani-items.capacity-label',
  partner: 'qurbani-items.partner',
  isSponsored: 'qurbani-items.sponsored',
  isOffered: 'qurbani-items.offered',
  calendar: 'qurbani-items.calendar',
  timeZone: 'qurbani-items.time-zone',
  opensOn: 'qurbani-items.opens-on',
  lastDay: 'qurbani-items.last-day',
  closeDay: 'qurbani-items.close-day',
  close: 'qurbani-items.close-time',
}

/** Focuses the element when it appears, so that it is read out without being an alert. */
const focusOnce = (element: HTMLElement | null) => element?.focus()

/** Another editor saved the item in the meantime: shows both versions field by field, and the choice (`children`). */
function ItemConflict({
  theirs,
  mine,
  children,
}: {
  readonly theirs: TypedItem
  readonly mine: TypedItem
  readonly children: ReactNode
}) {
  const t = useText()
  const shown = (value: string | number | boolean) => {
    if (typeof value === 'boolean') return t(value ? 'qurbani-items.yes' : 'qurbani-items.no')
    return value === '' ? t('qurbani-items.nothing') : <bdi>{value}</bdi>
  }
  return (
    <div
      ref={focusOnce}
      tabIndex={-1}
      className="notice notice-problem stack"
      role="group"
      aria-label={t('qurbani-items.conflict')}
    >
      <p className="strong">{t('qurbani-items.conflict')}</p>
      <p>{t('qurbani-items.conflict-text')}</p>
      <dl className="organize-differences">
        {differentFields(theirs, mine).map((field) => (
          <div key={field}>
            <dt>{t(labels[field])}</dt>
            <dd>
              <span className="quiet">{t('qurbani-items.theirs')}</span> {shown(theirs[field])}
            </dd>
            <dd>
              <span className="quiet">{t('qurbani-items.mine')}</span> {shown(mine[field])}
            </dd>
          </div>
        ))}
      </dl>
      <div className="button-row">{children}</div>
    </div>
  )
}
