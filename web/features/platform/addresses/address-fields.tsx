import { lazy, Suspense, useEffect, useState } from 'react'
import {
  type AddressDraft,
  type AddressField,
  type AddressKind,
  needsState,
} from '#modules/platform/addresses/rules/address.ts'
import { isPostalCode } from '#modules/platform/addresses/rules/postcode.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { Select, TextInput } from '#web/ui/field.tsx'
import type { AddressData } from './address-data.ts'
import { unpackList } from './packed-list.ts'

/** Loaded when an address form is shown with JavaScript. */
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
  readonly addressData: AddressData
  /** Prefix of the id and name of each control, as in `taxAddress-city`. */
  readonly group: string
  readonly kind: AddressKind
  readonly address: AddressDraft
  readonly onChange: (address: AddressDraft) => void
  readonly errorOf: (id: string) => string | undefined
  readonly onBlur: (id: string) => void
  /** Whether to ask for a British postcode first, and for the rest once it is entered (receipts-15). */
  readonly startsWithPostcode?: boolean
}

/** Returns whether the component is hydrated; false on the server and during the first render. */
export function useIsHydrated(): boolean {
  const [isHydrated, setAlive] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setAlive(true), [])
  return isHydrated
}

type PostcodeFirstProps = {
  readonly id: string
  readonly value: string
  readonly error: string | undefined
  readonly autoComplete: string | undefined
  readonly onBlur: () => void
  /** Whether the rest of the address is still hidden. */
  readonly isAlone: boolean
  readonly onType: (postcode: string) => void
  readonly onAbroad: () => void
}

/** The postcode of a British address, and the button for donors who live abroad. */
function PostcodeFirst({ isAlone, onType, onAbroad, ...control }: PostcodeFirstProps) {
  const t = useText()
  return (
    <div>
      <TextInput
        {...control}
        label={t('addresses.postcode')}
        hint={isAlone ? t('addresses.postcode-hint') : undefined}
        dir="ltr"
        maxLength={20}
        onChange={(event) => onType(event.target.value)}
      />
      {isAlone ? (
        <button type="button" className="link-button" onClick={onAbroad}>
          {t('addresses.outside-uk')}
        </button>
      ) : null}
    </div>
  )
}

/** Returns the label of the postal code, and its mark if the country doesn't need one (content-35). */
function postalCodeLabel(country: string | undefined, optional: string): [MessageKey, string?] {
  if (country === 'US') return ['addresses.zip']
  return country && isPostalCode('', country) ? ['addresses.postal-code', optional] : ['addresses.postal-code']
}

/**
 * Address fields. A tax address has first and last name, others one name; fields and labels depend on the country (S1
 * §5). Choosing a place fills them in (S1 §4).
 */
export function AddressFields({
  addressData,
  group,
  kind,
  address,
  onChange,
  errorOf,
  onBlur,
  startsWithPostcode = false,
}: AddressFormProps) {
  const t = useText()
  const isHydrated = useIsHydrated()
  const [isAbroad, setAbroad] = useState(false)
  const isBritish = startsWithPostcode && !isAbroad && (address.country || 'GB') === 'GB'
  // Once shown, the fields stay visible, even if the postcode changes.
  const [isOpened, setOpened] = useState(false)
  const isWhole =
    !isBritish || !isHydrated || isOpened || Boolean(address.line1 || address.city || errorOf(`${group}-line1`))
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
  const postcode = isBritish ? (
    <PostcodeFirst
      {...control('postalCode')}
      isAlone={!isWhole}
      onType={(postalCode) => {
        if (isPostalCode(postalCode, 'GB')) setOpened(true)
        onChange({ ...address, country: 'GB', postalCode })
      }}
      onAbroad={() => {
        setAbroad(true)
        onChange({ ...address, country: '' })
      }}
    />
  ) : null
  if (!isWhole) return <div className="stack">{postcode}</div>
  const states = needsState(address.country)
    ? unpackList(addressData.states[address.country as 'US' | 'CA'])
    : undefined
  const stateLabel: MessageKey = address.country === 'CA' ? 'addresses.province' : 'addresses.state'
  const isUnknownState = Boolean(address.state) && !states?.some(({ code }) => code === address.state)
  return (
    <div className="stack">
      {postcode}
      {isHydrated && !(isBritish && addressData.reach === 'city') ? (
        <Suspense fallback={null}>
          <PlaceSearch addressData={addressData} group={group} onPlace={(fill) => onChange(fill(address))} />
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
        {unpackList(addressData.countries).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      {input('line1', 'addresses.address')}
      {input('line2', 'addresses.address2', t('shell.optional'))}
      <div className="columns">
        {input('city', 'addresses.city')}
        {isBritish ? null : input('postalCode', ...postalCodeLabel(address.country, t('shell.optional')))}
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
