import { useState } from 'react'
import { levelLimits } from '#modules/organizers/fundraising/rules/level.ts'
import type { OwnLevelView } from '#modules/organizers/fundraising/contract-levels.ts'
import { type Currency, exponentOf } from '#shared/money.ts'
import { postedText } from '../../../lib/posted.ts'
import { useText } from '../../../lib/text.tsx'
import { AmountInput } from '../../../ui/amount-input.tsx'
import { postedAmountIfAny } from '../../../ui/posted-amount.ts'
import { Checkbox, TextArea, TextInput } from '../../../ui/field.tsx'

const flags = [
  'hidden',
  'includeNote',
  'requireNote',
  'includeEmail',
  'requireEmail',
  'requireShipping',
  'requireEmergencyContact',
  'requireMedical',
] as const

const postedMoney = (form: FormData, name: string, currency: string): string =>
  postedAmountIfAny(postedText(form, name, 20), exponentOf(currency as Currency))

/** What a posted level holds. */
export const postedLevel = (form: FormData, currency: string) => ({
  amount: postedMoney(form, 'amount', currency),
  title: postedText(form, 'title', 300),
  description: postedText(form, 'description', 2000),
  limit: postedText(form, 'limit', 10).trim(),
  benefitValue: postedMoney(form, 'benefitValue', currency),
  noteDescription: postedText(form, 'noteDescription', 1000),
  emailDescription: postedText(form, 'emailDescription', 1000),
  ...(Object.fromEntries(flags.map((flag) => [flag, form.has(flag)])) as Record<(typeof flags)[number], boolean>),
})
export type PostedLevel = ReturnType<typeof postedLevel>

const noLevel = postedLevel(new FormData(), 'GBP')

/** A level as the dialog's fields hold it. */
export const fieldsOf = (level: OwnLevelView): PostedLevel => ({
  ...level,
  amount: level.amountText,
  limit: level.limit === null ? '' : String(level.limit),
  benefitValue: level.benefitText,
})

/**
 * S1 §2.3 "Giving-level add/edit dialog": amount, title, description; "More options" holds the rest. The same in the
 * dialog
 * and as a page.
 */
export function LevelFields({
  level,
  taken,
  currency,
  wrong,
}: {
  readonly level: PostedLevel | undefined
  /** Claimed and held. */
  readonly taken: number
  readonly currency: string
  readonly wrong: Readonly<Record<string, string>>
}) {
  const t = useText()
  const shown = level ?? noLevel
  const hasMore = flags.some((flag) => shown[flag]) || shown.limit !== '' || shown.benefitValue !== ''
  const isMoreWrong = ['limit', 'benefitValue', 'noteDescription', 'emailDescription'].some((field) => wrong[field])
  const [amount, setAmount] = useState(shown.amount)
  const [benefitValue, setBenefitValue] = useState(shown.benefitValue)
  const money = { code: currency as Currency, droppedNotice: t('shell.fraction-dropped') }
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
            <Checkbox id="includeNote" label={t('fundraising.level-note')} defaultChecked={shown.includeNote} />
            <Checkbox
              id="requireNote"
              label={t('fundraising.level-note-required')}
              defaultChecked={shown.requireNote}
            />
            <TextInput
              id="noteDescription"
              label={t('fundraising.level-note-text')}
              hint={t('fundraising.level-note-hint')}
              mark={t('shell.optional')}
              error={wrong.noteDescription}
              defaultValue={shown.noteDescription}
              maxLength={levelLimits.noteDescription}
            />
            <Checkbox id="includeEmail" label={t('fundraising.level-email')} defaultChecked={shown.includeEmail} />
            <Checkbox
              id="requireEmail"
              label={t('fundraising.level-email-required')}
              defaultChecked={shown.requireEmail}
            />
            <TextInput
              id="emailDescription"
              label={t('fundraising.level-email-text')}
              mark={t('shell.optional')}
              error={wrong.emailDescription}
              defaultValue={shown.emailDescription}
              maxLength={levelLimits.emailDescription}
            />
            <Checkbox
              id="requireShipping"
              label={t('fundraising.level-shipping')}
              defaultChecked={shown.requireShipping}
            />
            <Checkbox
              id="requireEmergencyContact"
              label={t('fundraising.level-emergency')}
              defaultChecked={shown.requireEmergencyContact}
            />
            <Checkbox
              id="requireMedical"
              label={t('fundraising.level-medical')}
              defaultChecked={shown.requireMedical}
            />
          </fieldset>
        </div>
      </details>
    </>
  )
}
