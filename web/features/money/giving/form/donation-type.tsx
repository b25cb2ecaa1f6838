import { donorFields } from '#modules/money/giving/rules/donor-fields.ts'
import { useText } from '#web/lib/text.tsx'
import { Select } from '#web/ui/field.tsx'
import type { PartProps } from './donation-parts.tsx'

/** Returns whether the form holds a type that excludes zakat on wealth. */
export const hasOwnType = ({ donationType }: PartProps['form']): boolean =>
  donationType !== '' && donationType !== donorFields.donationType.usual

/** The donation type; shown if a link preselected one, such as fidya. */
export function DonationTypeChoice({ form, set, errorOf }: PartProps) {
  const t = useText()
  if (form.donationType === '') return null
  return (
    <Select
      id="donationType"
      label={t('give.donation-type')}
      hint={hasOwnType(form) ? t('give.donation-type-hint') : undefined}
      value={form.donationType}
      error={errorOf('donationType')}
      onChange={(event) => set({ field: 'donationType', value: event.target.value })}
    >
      {donorFields.donationType.options.map((type) => (
        <option key={type} value={type}>
          {t(`give.type-${type}`)}
        </option>
      ))}
    </Select>
  )
}
