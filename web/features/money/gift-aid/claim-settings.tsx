import { useState } from 'react'
import { dateTimeFormat } from '#shared/formats.ts'
import { dateTag, type Locale } from '#shared/text.ts'
import type { FormView } from '#web/kit/view-form.ts'
import type { FormField } from '#web/kit/fields.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useLocale, useText } from '#web/lib/text.tsx'
import { RadioGroup, Select, TextArea, TextInput } from '#web/ui/field.tsx'

export const claimedBeforeChoices = ['nothing', 'until', 'donations'] as const
export type ClaimedBefore = (typeof claimedBeforeChoices)[number]

type Fields = {
  readonly hmrcReference: FormField<string>
  readonly accountingYearEnd: FormField<string>
  readonly claimedUntil: FormField<string>
  readonly references: FormField<string>
}

/** Ends of accounting years that charities use: the tax year, and the last day of each month. */
const yearEnds = [
  '04-05',
  '01-31',
  '02-29',
  '03-31',
  '04-30',
  '05-31',
  '06-30',
  '07-31',
  '08-31',
  '09-30',
  '10-31',
  '11-30',
  '12-31',
]

/** A charity's HMRC reference and accounting year, and what it claimed outside this site. */
export function ClaimSettings({
  form,
  claimedBefore,
  marked,
  isFirst,
}: {
  readonly form: FormView<Fields>
  readonly claimedBefore: ClaimedBefore | undefined
  /** How many donations are marked as claimed outside this site. */
  readonly marked: number
  /** Whether nothing was saved yet. */
  readonly isFirst: boolean
}) {
  const t = useText()
  const locale = useLocale()
  const [chosen, choose] = useState(claimedBefore)
  const yearEnd = form.control('accountingYearEnd').defaultValue
  const ends = yearEnds.includes(yearEnd) ? yearEnds : [yearEnd, ...yearEnds]
  return (
    <PageForm className="stack gift-aid-claims-settings" noValidate>
      <TextInput
        {...form.control('hmrcReference')}
        label={t('gift-aid-claims.hmrc-reference')}
        hint={t('gift-aid-claims.hmrc-reference-hint')}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <Select
        {...form.control('accountingYearEnd')}
        label={t('gift-aid-claims.year-end')}
        hint={t('gift-aid-claims.year-end-hint')}
      >
        {ends.map((end) => (
          <option key={end} value={end}>
            {dayOfYear(end, locale)}
          </option>
        ))}
      </Select>
      <RadioGroup
        name="claimedBefore"
        legend={t('gift-aid-claims.claimed-before')}
        hint={t('gift-aid-claims.claimed-before-hint')}
        isWide
        value={chosen}
        onChoose={choose}
        choices={claimedBeforeChoices.map((value) => ({ value, label: t(`gift-aid-claims.before-${value}`) }))}
      />
      <div className="gift-aid-claims-until">
        <TextInput
          {...form.control('claimedUntil')}
          type="date"
          label={t('gift-aid-claims.claimed-until')}
          hint={t('gift-aid-claims.claimed-until-hint')}
        />
      </div>
      <div className="gift-aid-claims-listed">
        <TextArea
          {...form.control('references')}
          label={t('gift-aid-claims.references')}
          hint={t('gift-aid-claims.references-hint')}
          rows={4}
          dir="ltr"
        />
      </div>
      {marked > 0 ? <p className="quiet">{t('gift-aid-claims.marked', { count: marked })}</p> : null}
      <p>
        <button className={`button ${isFirst ? 'button-primary' : 'button-quiet'}`} name="intent" value="settings">
          {t('gift-aid-claims.save')}
        </button>
      </p>
    </PageForm>
  )
}

/** Returns a month and day in the reader's language. */
const dayOfYear = (end: string, locale: Locale): string =>
  dateTimeFormat(dateTag(locale), { timeZone: 'UTC', day: 'numeric', month: 'long' }).format(
    new Date(`2024-${end}T00:00:00Z`),
  )
