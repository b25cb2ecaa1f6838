import { type AddressDraft, type AddressField, needsState } from '#modules/giving/rules/address.ts'
import { type MessageKey, useLocale, useText } from '../../lib/text.tsx'
import { Select, TextInput } from '../../ui/field.tsx'

/** Where cards and receipts are sent: all of ISO 3166-1 that `Intl` names in the visitor's language. */
const codes = 'AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FR GA GB GD GE GH GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IS IT JM JO JP KE KG KH KM KN KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MK ML MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NZ OM PA PE PG PH PK PL PS PT PY QA RO RS RW SA SB SC SE SG SI SK SL SM SN SO SR SS ST SV SZ TD TG TH TJ TL TM TN TO TR TT TW TZ UA UG US UY UZ VC VE VN VU WS YE ZA ZM ZW'.split(' ')

const autocomplete: Readonly<Record<string, string>> = { firstName: 'given-name', lastName: 'family-name', name: 'name', line1: 'address-line1', line2: 'address-line2', city: 'address-level2', state: 'address-level1', postalCode: 'postal-code', country: 'country' }

type Props = { readonly group: 'taxAddress' | 'shippingAddress'; readonly address: AddressDraft; readonly onChange: (address: AddressDraft) => void; readonly errorOf: (id: string) => string | undefined; readonly onBlur: (id: string) => void }

/** Tax address with first and last name, shipping address with one name; labels follow the country (S1 §5). */
export function AddressFields({ group, address, onChange, errorOf, onBlur }: Props) {
  const t = useText()
  const locale = useLocale()
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const countries = codes.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) => a.name.localeCompare(b.name, locale))
  const input = (field: AddressField, label: MessageKey, mark?: string) => {
    const id = `${group}-${field}`
    return <TextInput id={id} label={t(label)} {...(mark ? { mark } : {})} value={address[field] ?? ''} error={errorOf(id)} autoComplete={autocomplete[field]} maxLength={200} onChange={(event) => onChange({ ...address, [field]: event.target.value })} onBlur={() => onBlur(id)} />
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
      <Select id={`${group}-country`} label={t('give.country')} value={address.country ?? ''} error={errorOf(`${group}-country`)} autoComplete="country" onChange={(event) => onChange({ ...address, country: event.target.value })} onBlur={() => onBlur(`${group}-country`)}>
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
