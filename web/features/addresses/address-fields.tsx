import { type AddressDraft, type AddressField, needsState } from '#modules/giving/rules/address.ts'
import { type MessageKey, useText } from '../../lib/text.tsx'
import { Select, TextInput } from '../../ui/field.tsx'
import type { Country } from './countries.ts'

const autocomplete: Readonly<Record<string, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  name: 'name',
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  postalCode: 'postal-code',
  country: 'country',
}

type Props = {
  readonly countries: readonly Country[]
  readonly group: 'taxAddress' | 'shippingAddress'
  readonly address: AddressDraft
  readonly onChange: (address: AddressDraft) => void
  readonly errorOf: (id: string) => string | undefined
  readonly onBlur: (id: string) => void
}

/** Tax address with first and last name, shipping address with one name; labels follow the country (S1 §5). */
export function AddressFields({ countries, group, address, onChange, errorOf, onBlur }: Props) {
  const t = useText()
  const input = (field: AddressField, label: MessageKey, mark?: string) => {
    const id = `${group}-${field}`
    return (
      <TextInput
        id={id}
        label={t(label)}
        {...(mark ? { mark } : {})}
        value={address[field] ?? ''}
        error={errorOf(id)}
        autoComplete={autocomplete[field]}
        maxLength={200}
        onChange={(event) => onChange({ ...address, [field]: event.target.value })}
        onBlur={() => onBlur(id)}
      />
    )
  }
  return (
    <div className="stack">
      {group === 'taxAddress' ? (
        <div className="two">
          {input('firstName', 'give.first-name')}
          {input('lastName', 'give.last-name')}
        </div>
      ) : (
        input('name', 'give.full-name')
      )}
      <Select
        id={`${group}-country`}
        label={t('give.country')}
        value={address.country ?? ''}
        error={errorOf(`${group}-country`)}
        autoComplete="country"
        onChange={(event) => onChange({ ...address, country: event.target.value })}
        onBlur={() => onBlur(`${group}-country`)}
      >
        <option value="">{t('give.choose-country')}</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      {input('line1', 'give.address')}
      {input('line2', 'give.address2', t('shell.optional'))}
      <div className="two">
        {input('city', 'give.city')}
        {input('postalCode', address.country === 'US' ? 'give.zip' : 'give.postal-code')}
      </div>
      {needsState(address.country) ? input('state', address.country === 'CA' ? 'give.province' : 'give.state') : null}
    </div>
  )
}
