import type { ChangeEvent } from 'react'
import type { CharityDonationView } from '#modules/organizers/charity-donors/contract.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { type DonationColumn, donationColumns } from './list-columns.ts'

export type ShownDonation = Omit<CharityDonationView, 'day'> & { readonly day: string }

/** The donations of a list. With `isSelectable`, each that the team can write to has a checkbox of a form. */
export function DonationTable({
  label,
  donations,
  isSelectable = false,
  donorPath,
  columns = donationColumns.usual,
}: {
  readonly label: string
  readonly donations: readonly ShownDonation[]
  readonly isSelectable?: boolean
  /** The path of a donor's page, to which the id of a donation is added; absent on that page, whose rows name no donor. */
  readonly donorPath?: string
  readonly columns?: readonly DonationColumn[]
}) {
  const t = useText()
  const nameOf = ({ name }: ShownDonation) => name ?? t('charity-donors.anonymous')
  return (
    <ScrollRegion label={label}>
      <table className="table table-cards charity-donors-list">
        <thead>
          <tr>
            {isSelectable ? (
              <th scope="col" className="charity-donors-select">
                <label className="check">
                  <input
                    type="checkbox"
                    className="no-script-hidden"
                    aria-label={t('charity-donors.select-all')}
                    onChange={selectAll}
                  />
                </label>
              </th>
            ) : null}
            {donorPath ? <th scope="col">{t('charity-donors.donor')}</th> : null}
            {columns.map((column) => (
              <th key={column} scope="col" className={column === 'amount' ? 'table-figure' : undefined}>
                {t(`charity-donors.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {donations.map((donation) => (
            <tr key={donation.id}>
              {isSelectable ? (
                <td className="charity-donors-select">
                  {donation.canBeThanked || donation.canGetReceipt ? (
                    <label className="check">
                      <input
                        type="checkbox"
                        name="donations"
                        value={donation.id}
                        aria-label={t('charity-donors.select-one', { name: nameOf(donation), day: donation.day })}
                      />
                    </label>
                  ) : null}
                </td>
              ) : null}
              {donorPath ? (
                <th scope="row">
                  {donation.name === null || donation.kind === 'offline' ? (
                    <bdi>{nameOf(donation)}</bdi>
                  ) : (
                    <a href={`${donorPath}/${donation.id}`}>
                      <bdi>{donation.name}</bdi>
                    </a>
                  )}
                  {donation.email ? (
                    <a className="small table-block" href={`mailto:${donation.email}`} dir="ltr">
                      {donation.email}
                    </a>
                  ) : null}
                </th>
              ) : null}
              {columns.map((column) => (
                <DonationCell key={column} column={column} donation={donation} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** Selects or clears all donations of the table. */
function selectAll({ currentTarget }: ChangeEvent<HTMLInputElement>) {
  const boxes = currentTarget.closest('table')?.querySelectorAll<HTMLInputElement>('input[name="donations"]') ?? []
  for (const box of boxes) box.checked = currentTarget.checked
}

function DonationCell({ column, donation }: { readonly column: DonationColumn; readonly donation: ShownDonation }) {
  const t = useText()
  const label = t(`charity-donors.${column}`)
  switch (column) {
    case 'day':
      return (
        <td data-column="day" data-label={label}>
          <bdi>{donation.day}</bdi>
        </td>
      )
    case 'amount':
      return (
        <td className="table-figure" data-column="amount" data-label={label}>
          <span>
            <span className="table-marks">
              {donation.isZakat ? <Badge look="zakat">{t('charity-donors.zakat')}</Badge> : null}
              {donation.giftAid ? <Badge>{t('charity-donors.gift-aid')}</Badge> : null}
              {donation.kind === 'one-time' ? null : <Badge>{t(`charity-donors.kind-${donation.kind}`)}</Badge>}
              {donation.state === 'paid' || donation.state === 'counted' ? null : (
                <Badge look="accent">{t(`charity-donors.state-${donation.state}`)}</Badge>
              )}
            </span>{' '}
            <Amount minor={donation.gift} currency={donation.currency} fractions="always" />
            {donation.refunded > 0 ? (
              <span className="quiet small table-block">
                {t('charity-donors.refunded')}{' '}
                <Amount minor={donation.refunded} currency={donation.currency} fractions="always" />
              </span>
            ) : null}
          </span>
        </td>
      )
    case 'fundraiser':
      return (
        <td data-column="fundraiser" data-label={label}>
          <FundraiserLink fundraiser={donation.fundraiser} />
        </td>
      )
    case 'receipt':
      return (
        <td data-column="receipt" data-label={label} data-empty={donation.reference === null || undefined}>
          <span>
            <bdi dir="ltr">{donation.receipt ?? '–'}</bdi>
            {donation.reference ? (
              <span className="quiet small table-block">
                <bdi dir="ltr">{donation.reference}</bdi>
              </span>
            ) : null}
            {donation.isThanked ? <Badge look="brand">{t('charity-donors.thanked')}</Badge> : null}
          </span>
        </td>
      )
    case 'state':
      return <td data-label={label}>{t(`charity-donors.state-${donation.state}`)}</td>
    case 'kind':
      return <td data-label={label}>{t(`charity-donors.kind-${donation.kind}`)}</td>
  }
}

/** Links to the fundraiser's donations; the charity's own pages and those of supporters have no such page. */
function FundraiserLink({ fundraiser: { id, name, kind } }: { readonly fundraiser: ShownDonation['fundraiser'] }) {
  if (kind !== 'fundraiser') return <bdi>{name}</bdi>
  return (
    <a href={`/organize/${id}/donations`}>
      <bdi>{name}</bdi>
    </a>
  )
}
