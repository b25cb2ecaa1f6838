import { zakatSchools } from '#modules/causes/campaigns/rules/zakat.ts'
import { conditionsMax, rulerMax } from '#modules/trust/moderation/rules/zakat-ruling.ts'
import { useText } from '#web/lib/text.tsx'
import { Checkbox, Select, TextArea, TextInput } from '#web/ui/field.tsx'

/** A ruling as typed: strings, to show them again after an error. */
export type TypedRuling = {
  readonly ruledBy: string
  readonly ruledOn: string
  readonly schools: readonly string[]
  readonly conditions: string
  /** Percentage of a donation that counts as zakat. */
  readonly eligiblePercent: string
  readonly documentUrl: string
  readonly documentId: string
}

/** The ruling of a zakat verification: scholar, date, schools, conditions, eligible share and document. */
export function RulingFields({
  evidence,
  typed,
  errors,
}: {
  readonly evidence: readonly { readonly id: string; readonly description: string }[]
  readonly typed: TypedRuling | undefined
  readonly errors: Readonly<Record<string, string>>
}) {
  const t = useText()
  return (
    <fieldset className="group stack">
      <legend>{t('case.ruling')}</legend>
      <TextInput
        id="ruledBy"
        label={t('case.ruling-by')}
        hint={t('case.ruling-by-hint')}
        defaultValue={typed?.ruledBy}
        error={errors.ruledBy}
        maxLength={rulerMax}
      />
      <TextInput
        id="ruledOn"
        type="date"
        label={t('case.ruling-on')}
        defaultValue={typed?.ruledOn}
        error={errors.ruledOn}
      />
      <fieldset
        className="group"
        id="schools"
        tabIndex={-1}
        aria-describedby={errors.schools ? 'schools-error' : undefined}
      >
        <legend>{t('case.ruling-schools')}</legend>
        {errors.schools ? (
          <p className="error" id="schools-error">
            {errors.schools}
          </p>
        ) : null}
        {zakatSchools.map((school) => (
          <Checkbox
            key={school}
            id={`school-${school}`}
            name="schools"
            value={school}
            label={t(`zakat.school-${school}`)}
            defaultChecked={typed?.schools.includes(school)}
          />
        ))}
      </fieldset>
      <TextInput
        id="eligiblePercent"
        inputMode="decimal"
        label={t('case.ruling-share')}
        defaultValue={typed?.eligiblePercent ?? '100'}
        error={errors.eligiblePercent}
      />
      <TextArea
        id="conditions"
        label={t('case.ruling-conditions')}
        mark={t('shell.optional')}
        defaultValue={typed?.conditions}
        error={errors.conditions}
        maxLength={conditionsMax}
      />
      <TextInput
        id="documentUrl"
        type="url"
        dir="ltr"
        label={t('case.ruling-url')}
        defaultValue={typed?.documentUrl}
        error={errors.documentUrl}
      />
      {evidence.length > 0 ? (
        <Select
          id="documentId"
          label={t('case.ruling-file')}
          defaultValue={typed?.documentId ?? ''}
          error={errors.documentId}
        >
          <option value="">{t('case.ruling-file-none')}</option>
          {evidence.map(({ id, description }) => (
            <option key={id} value={id}>
              {description}
            </option>
          ))}
        </Select>
      ) : null}
    </fieldset>
  )
}
