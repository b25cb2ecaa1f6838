import { useState } from 'react'
import {
  type ZakatCategory,
  zakatCategories,
  type ZakatSchool,
  zakatSchools,
} from '#modules/causes/campaigns/rules/zakat.ts'
import { formatMoney, money, type Money } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select, TextInput } from '#web/ui/field.tsx'
import { postedExact } from '#web/ui/posted-amount.ts'
import { CauseChoice, type ZakatCause } from './cause-choice.tsx'
import { fillSplit } from './posted-split.ts'

/** What the donor typed, by the ids of the chosen fundraisers and the names of the other fields. */
export type TypedSplit = {
  readonly chosen: readonly string[]
  /** The amounts that the donor typed; the others are an equal share of the rest. */
  readonly amounts: Readonly<Record<string, string>>
  readonly frequency: string
  readonly instalment: string
}

/**
 * Chooses fundraisers for the zakat and splits it between them, to pay now or in instalments. Without JavaScript the
 * server fills the amounts that are left empty.
 */
export function GiveZakatForm({
  causes,
  total,
  isRemaining,
  filters,
  typed,
  errors,
  idempotencyKey,
  hasInstalments,
}: {
  readonly causes: readonly ZakatCause[]
  readonly total: Money
  readonly isRemaining: boolean
  readonly filters: { readonly school: ZakatSchool | ''; readonly recipients: ZakatCategory | '' }
  readonly typed: TypedSplit
  readonly errors: Readonly<Record<string, string>>
  readonly idempotencyKey: string
  readonly hasInstalments: boolean
}) {
  const t = useText()
  const locale = useLocale()
  const { currency } = total
  const [chosen, setChosen] = useState(typed.chosen)
  const [edited, setEdited] = useState(typed.amounts)
  const amounts = fillSplit(total, chosen, edited)
  const show = (amount: Money) => `\u2068${formatMoney(amount, locale, { fractions: 'always' })}\u2069`
  const sum = chosen.reduce((all, id) => all + (postedExact(amounts[id] ?? '', currency)?.amount ?? 0n), 0n)
  const isInstalmentWrong = errors.instalment !== undefined || errors.frequency !== undefined
  return (
    <form method="post" className="stack-lg" noValidate>
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      {isRemaining ? null : (
        <>
          <input type="hidden" name="due" value={String(total.amount)} />
          <input type="hidden" name="currency" value={currency} />
        </>
      )}
      <details open={filters.school !== '' || filters.recipients !== '' || undefined}>
        <summary>{t('zakat-pay.filters')}</summary>
        <div className="stack zakat-form">
          <Select id="school" label={t('zakat-pay.school')} defaultValue={filters.school}>
            <option value="">{t('zakat-pay.any')}</option>
            {zakatSchools.map((school) => (
              <option key={school} value={school}>
                {t(`zakat.school-${school}`)}
              </option>
            ))}
          </Select>
          <Select id="recipients" label={t('zakat-pay.recipients')} defaultValue={filters.recipients}>
            <option value="">{t('zakat-pay.any')}</option>
            {zakatCategories.map((category) => (
              <option key={category} value={category}>
                {t(`zakat.${category}`)}
              </option>
            ))}
          </Select>
          <div className="button-row">
            <Button look="quiet" formMethod="get">
              {t('zakat-pay.filter')}
            </Button>
          </div>
        </div>
      </details>
      <fieldset className="stack" id="cause" tabIndex={-1}>
        <legend className="visually-hidden">{t('zakat-pay.choose')}</legend>
        {causes.length === 0 ? <p className="quiet">{t('zakat-pay.none')}</p> : null}
        <ul className="zakat-causes">
          {causes.map((cause) => (
            <CauseChoice
              key={cause.id}
              cause={cause}
              currency={currency}
              isChosen={chosen.includes(cause.id)}
              amount={amounts[cause.id] ?? ''}
              isFilled={!edited[cause.id]?.trim()}
              error={errors[`amount-${cause.id}`]}
              onChoose={(isChosen) => {
                setChosen((before) => (isChosen ? [...before, cause.id] : before.filter((other) => other !== cause.id)))
                if (!isChosen) setEdited((before) => ({ ...before, [cause.id]: '' }))
              }}
              onType={(text) => setEdited((before) => ({ ...before, [cause.id]: text }))}
            />
          ))}
        </ul>
      </fieldset>
      <div className="zakat-pay-bar">
        <p role="status">{t('zakat-pay.sum', { sum: show(money(sum, currency)), remaining: show(total) })}</p>
        <Button name="intent" value="pay">
          {t('zakat-pay.now')}
        </Button>
      </div>
      {hasInstalments ? (
        <details open={isInstalmentWrong || undefined}>
          <summary>{t('zakat-pay.instalments')}</summary>
          <div className="stack zakat-form">
            <p className="quiet">{t('zakat-pay.instalments-lead')}</p>
            <Select
              id="frequency"
              label={t('zakat-pay.frequency')}
              defaultValue={typed.frequency || 'month'}
              error={errors.frequency}
            >
              <option value="week">{t('zakat-pay.week')}</option>
              <option value="month">{t('zakat-pay.month')}</option>
            </Select>
            <TextInput
              id="instalment"
              dir="ltr"
              inputMode="numeric"
              autoComplete="off"
              maxLength={24}
              label={t('zakat-pay.instalment')}
              mark={currency}
              error={errors.instalment}
              defaultValue={typed.instalment}
            />
            <div className="button-row">
              <Button name="intent" value="instalments" look="quiet">
                {t('zakat-pay.start')}
              </Button>
            </div>
          </div>
        </details>
      ) : null}
    </form>
  )
}
