import { donationKinds, donationStates } from '#modules/organizers/charity-donors/rules/donation-filters.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Select, TextInput } from '#web/ui/field.tsx'
import { ColumnFields } from './column-fields.tsx'
import type { DonationListFilters } from './donation-filters.ts'
import { type DonationColumn, donationColumns } from './list-columns.ts'

type Props = {
  readonly path: string
  readonly filters: DonationListFilters
  readonly columns: readonly DonationColumn[]
  readonly fundraisers: readonly { readonly id: string; readonly name: string; readonly currency: string }[]
}

/** The search and the filters of a charity's donations, which the address keeps. */
export function DonationFilterForm({ path, filters, columns, fundraisers }: Props) {
  const t = useText()
  const { search, from, to, ...others } = filters
  const hasOthers = Object.keys(others).length > 0
  const count = Object.keys(others).length + (from ? 1 : 0) + (to ? 1 : 0)
  const currencies = [...new Set(fundraisers.map(({ currency }) => currency))].toSorted()
  // A period is chosen by a link beside the form, so it alone doesn't push the donations down.
  return (
    <form method="get" action={path} className="stack" role="search">
      <div className="charity-donors-search">
        <TextInput
          id="search"
          type="search"
          label={t('charity-donors.search')}
          hint={t('charity-donors.search-hint')}
          defaultValue={search}
          maxLength={80}
          autoComplete="off"
        />
        <Button look="quiet">{t('charity-donors.find')}</Button>
      </div>
      <details className="charity-donors-filters" open={hasOthers}>
        <summary>{count > 0 ? t('charity-donors.filters-set', { count }) : t('charity-donors.filters')}</summary>
        <div className="charity-donors-filter-fields">
          <Select id="fundraiser" label={t('charity-donors.fundraiser')} defaultValue={filters.fundraiser ?? ''}>
            <option value="">{t('charity-donors.all')}</option>
            {fundraisers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <Select id="state" label={t('charity-donors.state')} defaultValue={filters.state ?? ''}>
            <option value="">{t('charity-donors.all')}</option>
            {donationStates.map((state) => (
              <option key={state} value={state}>
                {t(`charity-donors.state-${state}`)}
              </option>
            ))}
          </Select>
          <Select id="kind" label={t('charity-donors.kind')} defaultValue={filters.kind ?? ''}>
            <option value="">{t('charity-donors.all')}</option>
            {donationKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`charity-donors.kind-${kind}`)}
              </option>
            ))}
          </Select>
          <TextInput id="from" type="date" label={t('charity-donors.from')} defaultValue={filters.from} />
          <TextInput id="to" type="date" label={t('charity-donors.to')} defaultValue={filters.to} />
          {currencies.length > 1 ? (
            <Select id="currency" label={t('charity-donors.currency')} defaultValue={filters.currency ?? ''}>
              <option value="">{t('charity-donors.all')}</option>
              {currencies.map((currency) => (
                <option key={currency} value={currency}>
                  {currency}
                </option>
              ))}
            </Select>
          ) : null}
          <Checkbox id="zakat" value="yes" label={t('charity-donors.zakat')} defaultChecked={filters.zakat === 'yes'} />
          <Checkbox
            id="giftAid"
            value="yes"
            label={t('charity-donors.gift-aid')}
            defaultChecked={filters.giftAid === 'yes'}
          />
          <Checkbox
            id="thanked"
            value="no"
            label={t('charity-donors.not-thanked')}
            defaultChecked={filters.thanked === 'no'}
          />
          <Checkbox
            id="refundRequest"
            value="open"
            label={t('charity-donors.refund-requested')}
            defaultChecked={filters.refundRequest === 'open'}
          />
        </div>
        <ColumnFields all={donationColumns.all} chosen={columns} />
        <p className="button-row">
          <Button look="quiet">{t('charity-donors.apply')}</Button>
          {count > 0 || search ? <a href={path}>{t('charity-donors.clear')}</a> : null}
        </p>
      </details>
    </form>
  )
}
