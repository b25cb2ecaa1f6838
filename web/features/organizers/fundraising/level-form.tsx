import { useState } from 'react'
import { levelLimits } from '#modules/organizers/fundraising/rules/level.ts'
import {
  type LevelField,
  levelFieldNames,
  levelFields,
  levelFlags,
  levelOptionsFrom,
  levelTexts,
} from '#modules/causes/campaigns/rules/level-fields.ts'
import type { OwnLevelView } from '#modules/organizers/fundraising/contract-levels.ts'
import { type Currency, exponentOf } from '#shared/money.ts'
import { postedText } from '#web/lib/form-values.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { AmountInput } from '#web/ui/amount-input.tsx'
import { postedAmountIfAny } from '#web/ui/posted-amount.ts'
import { Checkbox, TextArea, TextInput } from '#web/ui/field.tsx'

/** Label of each field that a level can require. */
export const levelFieldLabels: Readonly<Record<LevelField, MessageKey>> = {
  includeNote: 'fundraising.level-note',
  requireNote: 'fundraising.level-note-required',
  noteDescription: 'fundraising.level-note-text',
  includeEmail: 'fundraising.level-email',
  requireEmail: 'fundraising.level-email-required',
  emailDescription: 'fundraising.level-email-text',
  requireShipping: 'fundraising.level-shipping',
  requireEmergencyContact: 'fundraising.level-emergency',
  requireMedical: 'fundraising.level-medical',
}

const postedMoney = (form: FormData, name: string, currency: Currency): string =>
  postedAmountIfAny(postedText(form, name, 20), exponentOf(currency))

/** Reads a posted level. */
export const postedLevel = (form: FormData, currency: Currency) => ({
  amount: postedMoney(form, 'amount', currency),
  title: postedText(form, 'title', 300),
  description: postedText(form, 'description', 2000),
  limit: postedText(form, 'limit', 10).trim(),
  benefitValue: postedMoney(form, 'benefitValue', currency),
  hidden: form.has('hidden'),
  ...levelOptionsFrom(
    (name) => form.has(name),
    (name, max) => postedText(form, name, 5 * max),
  ),
})
export type PostedLevel = ReturnType<typeof postedLevel>

const noLevel = postedLevel(new FormData(), 'GBP')

/** Converts a level to the dialog's fields. */
export const levelFieldsOf = (level: OwnLevelView): PostedLevel => ({
  ...level,
  amount: level.amountText,
  limit: level.limit === null ? '' : String(level.limit),
  benefitValue: level.benefitText,
})

/**
 * The fields of S1 §2.3 "Giving-level add/edit dialog": amount, title and description; "More options" has the rest.
 * Used in a dialog and on a page.
 */
export function LevelFields({
  level,
  taken,
  currency,
  wrong,
}: {
  readonly level: PostedLevel | undefined
  /** Units claimed or reserved. */
  readonly taken: number
  readonly currency: Currency
  readonly wrong: Readonly<Record<string, string>>
}) {
  const t = useText()
  const shown = level ?? noLevel
  const hasMore =
    shown.hidden || levelFlags.some((flag) => shown[flag]) || shown.limit !== '' || shown.benefitValue !== ''
  const isMoreWrong = ['limit', 'benefitValue', ...levelTexts].some((field) => wrong[field])
  const [amount, setAmount] = useState(shown.amount)
  const [benefitValue, setBenefitValue] = useState(shown.benefitValue)
  const money = { code: currency, droppedNotice: t('shell.fraction-dropped') }
  return (
    <>
      <AmountInput
        id="amount"
        label={t('fundraising.level-amount')}
        hint={t('fundraising.level-amount-hint', { currency })}
        error={wrong.amount}
        value={amount}
        onType={setAmount}
        {...money}
      />
      <TextInput
        id="title"
        label={t('fundraising.title')}
        error={wrong.title}
        defaultValue={shown.title}
        maxLength={levelLimits.title}
        required
      />
      <TextArea
        id="description"
        label={t('fundraising.level-description')}
        mark={t('shell.optional')}
        error={wrong.description}
        defaultValue={shown.description}
        maxLength={levelLimits.description}
        rows={3}
      />
      <details className="organize-level-more" open={hasMore || isMoreWrong}>
        <summary>{t('fundraising.level-more')}</summary>
        <div className="stack">
          <div className="columns">
            <TextInput
              id="limit"
              label={t('fundraising.level-limit')}
              hint={
                taken > 0
                  ? `${t('fundraising.level-limit-hint')} ${t('fundraising.level-limit-taken', { count: taken })}`
                  : t('fundraising.level-limit-hint')
              }
              error={wrong.limit}
              defaultValue={shown.limit}
              inputMode="numeric"
              autoComplete="off"
              dir="ltr"
            />
            <AmountInput
              id="benefitValue"
              label={t('fundraising.level-benefit')}
              hint={t('fundraising.level-benefit-hint', { currency })}
              error={wrong.benefitValue}
              value={benefitValue}
              onType={setBenefitValue}
              {...money}
            />
          </div>
          <Checkbox id="hidden" label={t('fundraising.level-hidden')} defaultChecked={shown.hidden} />
          <fieldset className="group">
            <legend>{t('fundraising.level-asks')}</legend>
            {levelFieldNames.map((name) => {
              const field = levelFields[name]
              const value = shown[name]
              const label = t(levelFieldLabels[name])
              if (typeof value === 'boolean' || field.kind === 'flag')
                return <Checkbox key={name} id={name} label={label} defaultChecked={value === true} />
              return (
                <TextInput
                  key={name}
                  id={name}
                  label={label}
                  {...(name === 'noteDescription' ? { hint: t('fundraising.level-note-hint') } : {})}
                  mark={t('shell.optional')}
                  error={wrong[name]}
                  defaultValue={value}
                  maxLength={field.max}
                />
              )
            })}
          </fieldset>
        </div>
      </details>
    </>
  )
}
