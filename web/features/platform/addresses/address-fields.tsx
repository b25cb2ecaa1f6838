import { lazy, Suspense, useEffect, useState } from 'react'
import {
  type AddressDraft,
  type AddressField,
  type AddressKind,
  needsState,
} from '#modules/platform/addresses/rules/address.ts'
import { type MessageKey, useText } from '../../../lib/text.tsx'
import { Select, TextInput } from '../../../ui/field.tsx'
import type { AddressFacts } from './address-facts.ts'

/** Nothing of it is needed before somebody meets an address form with scripts. */
const PlaceSearch = lazy(() => import('./place-search.tsx').then((module) => ({ default: module.PlaceSearch })))

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

export type AddressFormProps = {
  readonly facts: AddressFacts
  /** Begins the id and name of every control: `taxAddress-city`. */
  readonly group: string
  readonly kind: AddressKind
  readonly address: AddressDraft
  readonly onChange: (address: AddressDraft) => void
  readonly errorOf: (id: string) => string | undefined
  readonly onBlur: (id: string) => void
}

/** Whether scripts run here; false on the server and until the page has come alive. */
export function useIsAlive(): boolean {
  const [isAlive, setAlive] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setAlive(true), [])
  return isAlive
}

/**
 * Tax address with first and last name, others with one name; fields and labels follow the country (S1 §5). Places fill
 * it in (S1 §4).
 */
export function AddressFields({ facts, group, kind, address, onChange, errorOf, onBlur }: AddressFormProps) {
  const t = useText()
  const isAlive = useIsAlive()
  const set = (field: AddressField) => (event: { target: { value: string } }) =>
    onChange({ ...address, [field]: event.target.value })
  const control = (field: AddressField) => {
    const id = `${group}-${field}`
    return {
      id,
      value: address[field] ?? '',
      error: errorOf(id),
      autoComplete: autocomplete[field],
      onChange: set(field),
      onBlur: () => onBlur(id),
    }
  }
  const input = (field: AddressField, label: MessageKey, mark?: string) => (
    <TextInput
      {...control(field)}
      label={t(label)}
      {...(mark ? { mark } : {})}
      maxLength={field === 'postalCode' ? 20 : 200}
    />
  )
  const states = needsState(address.country) ? facts.states[address.country as 'US' | 'CA'] : undefined
  const stateLabel: MessageKey = address.country === 'CA' ? 'addresses.province' : 'addresses.state'
  const isUnknownState = Boolean(address.state) && !states?.some(({ code }) => code === address.state)
  return (
    <div className="stack">
      {isAlive ? (
        <Suspense fallback={null}>
          <PlaceSearch facts={facts} group={group} onPlace={(fill) => onChange(fill(address))} />
        </Suspense>
      ) : null}
      {kind === 'tax' ? (
        <div className="columns">
          {input('firstName', 'addresses.first-name')}
          {input('lastName', 'addresses.last-name')}
        </div>
      ) : (
        input('name', 'addresses.full-name')
      )}
      <Select
        {...control('country')}
        label={t('addresses.country')}
        onChange={(event) => onChange({ ...address, country: event.target.value, state: '' })}
      >
        <option value="">{t('addresses.choose-country')}</option>
        {facts.countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      {input('line1', 'addresses.address')}
      {input('line2', 'addresses.address2', t('shell.optional'))}
      <div className="columns">
        {input('city', 'addresses.city')}
        {input('postalCode', address.country === 'US' ? 'addresses.zip' : 'addresses.postal-code')}
      </div>
      {states ? (
        <Select {...control('state')} label={t(stateLabel)}>
          <option value="">{t(stateLabel)}</option>
          {isUnknownState ? <option value={address.state}>{address.state}</option> : null}
          {states.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      ) : null}
    </div>
  )
}
