import { dateTimeFormat } from '#shared/formats.ts'
import { type CSSProperties, Fragment, useEffect, useRef, useState } from 'react'
import { formatDay, type LocalDate } from '#shared/calendar.ts'
import { formatMoney, money } from '#shared/money.ts'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { api, type ApiError } from '#web/lib/api.ts'
import { track, trackPurchase } from '#web/lib/analytics.ts'
import { useCopied } from '#web/lib/use-copied.ts'
import { useFrame, useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/small-parts.tsx'
import { DeviceShare } from '#web/features/causes/campaigns/share/device-share.tsx'
import { readThanksRecord, type ThanksRecord } from './pay.ts'

export type ThankYouDonation = OutputOf<ProductContract, 'GET /v4/thank-yous/:intentId'>

/**
 * Loads the payment in this tab's record (payments-14). `donation`: undefined while loading, null if there is nothing
 * to show here, `unread` if loading failed, `pending` while a bank debit is pending.
 */
export function useThankYou(matches: (donor: ThankYouDonation) => boolean): {
  readonly donation: ThankYouDonation | 'unread' | 'pending' | null | undefined
  readonly record: ThanksRecord | undefined
} {
  const [donation, setDonation] = useState<ThankYouDonation | 'unread' | 'pending' | null>()
  const [record, setRecord] = useState<ThanksRecord>()
  const judge = useRef(matches)
  useEffect(() => {
    const thanksRecord = readThanksRecord()
    // The record is in this browser's storage, which the server can't read, so it is read in an effect.
    // oxlint-disable-next-line react/set-state-in-effect
    setRecord(thanksRecord)
    if (!thanksRecord) return setDonation(null)
    if (thanksRecord.isPending) return setDonation('pending')
    // The donor's time zone; this page renders in their browser only.
    const { timeZone } = dateTimeFormat().resolvedOptions()
    api('GET /v4/thank-yous/:intentId', { intentId: thanksRecord.intentId, token: thanksRecord.token, timeZone }).then(
      (found) => {
        if (!judge.current(found)) return setDonation(null)
        setDonation(found)
        trackPurchase({
          id: thanksRecord.intentId,
          transactionId: found.donationId,
          currency: found.currency,
          donationMinor: found.gift,
          isZakat: found.donations.some(({ isZakat }) => isZakat),
        })
      },
      (error: unknown) => {
        console.warn('the gift could not be read', error)
        setDonation((error as ApiError).isRetryable ? 'unread' : null)
      },
    )
  }, [])
  return { donation, record }
}

export function ThanksLoading() {
  const t = useText()
  return (
    <div className="stack" aria-busy="true">
      <title>{t('thanks.loading')}</title>
      <p className="quiet" role="status">
        {t('thanks.loading')}
      </p>
      <Skeleton block="14rem" />
      <Skeleton block="8rem" />
    </div>
  )
}

/** Shown in place of the donation; offers to retry if loading failed. */
export function ThanksMissing({ isUnread }: { readonly isUnread: boolean }) {
  const t = useText()
  return (
    <div className="empty">
      <title>{t('thanks.missing')}</title>
      <h1>{t('thanks.missing')}</h1>
      <p className="quiet">{t(isUnread ? 'thanks.unread' : 'thanks.missing-text')}</p>
      <p>
        <a className="button button-primary" href={isUnread ? '' : '/v4/discover'}>
          {t(isUnread ? 'shell.try-again' : 'thanks.another')}
        </a>
      </p>
    </div>
  )
}

/** Confetti that flies up once. */
export const Confetti = () =>
  Array.from({ length: 21 }, (_, index) => (
    <span
      key={index}
      className="checkout-grain"
      aria-hidden="true"
      style={
        {
          insetInlineStart: `${4 + index * 4.5}%`,
          animationDelay: `${(index % 7) * 70}ms`,
          '--dx': `${((index * 37) % 60) - 30}px`,
          '--turn': `${(index * 53) % 180}deg`,
        } as CSSProperties
      }
    />
  ))

/**
 * The donation's reference, date in both calendars, and amounts: donation, covered fee, tip and total. `receipts` renders where the receipt is sent.
 */
export function ThanksDetails({ donation }: { readonly donation: ThankYouDonation }) {
  const t = useText()
  const locale = useLocale()
  const product = useFrame()?.productName ?? ''
  const show = (minor: number) => (
    <bdi>{formatMoney(money(BigInt(minor), donation.currency), locale, { fractions: 'always' })}</bdi>
  )
  return (
    <>
      <dl className="lines card card-in">
        <dt>{t('thanks.reference')}</dt>
        <dd>
          <bdi>{donation.reference}</bdi>
        </dd>
        <dt>{t('thanks.date')}</dt>
        <dd>
          {formatDay(donation.givenOn as LocalDate, locale)}
          <br />
          {donation.givenOnHijri}
        </dd>
        {donation.donations.flatMap(({ donationId, fields }) =>
          fields.map(({ label, text }) => (
            <Fragment key={`${donationId} ${label}`}>
              <dt>{label}</dt>
              <dd dir="auto">{text}</dd>
            </Fragment>
          )),
        )}
        {donation.total === donation.gift ? null : (
          <>
            <dt>{t('thanks.gift')}</dt>
            <dd>{show(donation.gift)}</dd>
          </>
        )}
        {donation.coveredFee > 0 ? (
          <>
            <dt>{t('thanks.covered-fee')}</dt>
            <dd>{show(donation.coveredFee)}</dd>
          </>
        ) : null}
        {donation.tip > 0 ? (
          <>
            <dt>{t('thanks.tip', { product })}</dt>
            <dd>{show(donation.tip)}</dd>
          </>
        ) : null}
        <dt>{t('thanks.total')}</dt>
        <dd className="strong">{show(donation.total)}</dd>
        {donation.refundedAmount > 0 ? (
          <>
            <dt>{t('thanks.refunded')}</dt>
            <dd>{show(donation.refundedAmount)}</dd>
          </>
        ) : null}
      </dl>
      {donation.email ? null : <p role="status">{t('thanks.no-email')}</p>}
    </>
  )
}

/** The main action after a donation: the device's share sheet, otherwise copies the link. */
export function ShareButton({ url, title }: { readonly url: string; readonly title: string }) {
  const t = useText()
  const [isCopied, sayCopied] = useCopied()
  return (
    <p>
      <Button
        type="button"
        onClick={() => {
          track('shared')
          const copy = () => navigator.clipboard.writeText(url).then(sayCopied)
          const isShared = navigator.canShare?.({ url }) ? navigator.share({ url, title }) : copy()
          isShared.catch((error: unknown) => {
            // Closing the sheet isn't an error.
            if ((error as Error).name !== 'AbortError') console.warn('the link could not be shared', error)
          })
        }}
      >
        {t(isCopied ? 'thanks.copied' : 'thanks.share-button')}
      </Button>
    </p>
  )
}

/** Buttons that share a fundraiser; Instagram needs the pictures of the share page. */
export function ShareDonation({
  slug,
  url,
  title,
}: {
  readonly slug: string
  readonly url: string
  readonly title: string
}) {
  const t = useText()
  const [isCopied, sayCopied] = useCopied()
  const [u, text] = [encodeURIComponent(url), encodeURIComponent(title)]
  const places = [
    ['WhatsApp', `https://wa.me/?text=${text}%20${u}`],
    ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${u}`],
    ['X', `https://twitter.com/intent/tweet?url=${u}&text=${text}`],
    [t('thanks.instagram'), `/v4/campaign/${encodeURIComponent(slug)}/share#instagram`],
    [t('give.email'), `mailto:?subject=${text}&body=${u}`],
  ] as const
  return (
    <div className="checkout-share row">
      <DeviceShare url={url} title={title} className="chip" />
      <button
        type="button"
        className="chip"
        onClick={() => {
          track('shared')
          navigator.clipboard.writeText(url).then(
            () => sayCopied(),
            (error: unknown) => console.warn('the link could not be copied', error),
          )
        }}
      >
        {isCopied ? t('thanks.copied') : t('thanks.copy')}
      </button>
      {places.map(([name, href]) => (
        <a
          key={name}
          className="chip"
          href={href}
          rel="noopener noreferrer"
          target="_blank"
          onClick={() => track('shared')}
        >
          {name}
        </a>
      ))}
      <span className="visually-hidden" role="status">
        {isCopied ? t('thanks.copied') : ''}
      </span>
    </div>
  )
}
