import type { Currency } from '#shared/money.ts'
import { useState } from 'react'
import { zakatCategories } from '#modules/causes/campaigns/rules/zakat.ts'
import { descriptionMax, facesOptions } from '#modules/faith/zakat/rules/distribution/check-distribution.ts'
import { file, text, unlimited, type ValuesOf } from '#web/kit/fields.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { RadioGroup, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import { FileInput } from '#web/ui/file-input.tsx'

export const reportFields = {
  amount: unlimited(60),
  distributedOn: unlimited(20),
  country: unlimited(2),
  category: unlimited(20),
  people: unlimited(20),
  description: text(descriptionMax),
  faces: unlimited(20),
  fileDescription: text(200),
  file,
}
type TypedReport = Partial<ValuesOf<typeof reportFields>>

/** Form that reports zakat distributed to recipients, with one evidence file. */
export function DistributionForm({
  currency,
  countries,
  today,
  typed,
  errors,
}: {
  readonly currency: Currency
  readonly countries: readonly { readonly code: string; readonly name: string }[]
  readonly today: string
  readonly typed: TypedReport | undefined
  readonly errors: Readonly<Record<string, string>>
}) {
  const t = useText()
  return (
    <PageForm encType="multipart/form-data" className="stack account-form" noValidate>
      <TextInput
        id="amount"
        inputMode="decimal"
        label={t('distribution.amount', { currency })}
        defaultValue={typed?.amount}
        error={errors.amount}
        required
      />
      <TextInput
        id="distributedOn"
        type="date"
        max={today}
        label={t('distribution.day')}
        defaultValue={typed?.distributedOn}
        error={errors.distributedOn}
        required
      />
      <Select
        id="country"
        label={t('distribution.country')}
        defaultValue={typed?.country ?? ''}
        error={errors.country}
        required
      >
        <option value="">{t('distribution.choose')}</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        id="category"
        label={t('distribution.category')}
        defaultValue={typed?.category ?? ''}
        error={errors.category}
        required
      >
        <option value="">{t('distribution.choose')}</option>
        {zakatCategories.map((category) => (
          <option key={category} value={category}>
            {t(`zakat.${category}`)}
          </option>
        ))}
      </Select>
      <TextInput
        id="people"
        inputMode="numeric"
        label={t('distribution.people-count')}
        defaultValue={typed?.people}
        error={errors.people}
        required
      />
      <TextArea
        id="description"
        label={t('distribution.description')}
        mark={t('shell.optional')}
        defaultValue={typed?.description}
        error={errors.description}
        maxLength={descriptionMax}
      />
      <EvidenceFields typed={typed} errors={errors} />
      <button className="button button-primary" name="intent" value="report">
        {t('distribution.submit')}
      </button>
    </PageForm>
  )
}

/** The evidence file, and the uploader's confirmation about the people shown in it. */
function EvidenceFields({
  typed,
  errors,
}: {
  readonly typed: TypedReport | undefined
  readonly errors: Readonly<Record<string, string>>
}) {
  const t = useText()
  const [faces, setFaces] = useState(typed?.faces)
  return (
    <fieldset className="group stack">
      <legend>{t('distribution.evidence')}</legend>
      <FileInput
        id="file"
        label={t('distribution.file')}
        hint={t('distribution.file-hint')}
        accept="application/pdf,image/jpeg,image/png,image/webp,image/avif,image/gif"
        error={errors.file}
      />
      <TextInput
        id="fileDescription"
        label={t('distribution.file-description')}
        defaultValue={typed?.fileDescription}
        error={errors.fileDescription}
        maxLength={200}
        autoComplete="off"
      />
      <RadioGroup
        name="faces"
        legend={t('distribution.faces')}
        isWide
        value={faces}
        onChoose={setFaces}
        error={errors.faces}
        choices={facesOptions.map((value) => ({ value, label: t(`distribution.faces-${value}`) }))}
      />
    </fieldset>
  )
}
