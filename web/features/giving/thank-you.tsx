import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { formatDay, formatHijri, localDateIn } from '#shared/calendar.ts'
import { type Currency, formatMoney, money } from '#shared/money.ts'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { api } from '../../lib/api.ts'
import { useCopied } from '../../lib/copied.ts'
import { track } from '../../lib/analytics.ts'
import { useLocale, useText } from '../../lib/text.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/small-parts.tsx'
import { BecomeMember } from './become-member.tsx'
import { keptThanks, type ThanksRecord } from './pay.ts'

type Gift = OutputOf<ProductContract, 'GET /v4/thank-yous/:intentId'>
/** Reads this tab's record of the gift (trust.md R22a); without one it shows nothing of anybody's. */
export function ThankYou({ slug, origin, receipts }: { slug: string; origin: string; receipts: (record: ThanksRecord) => ReactNode }) {
  const t = useText()
  const [gift, setGift] = useState<Gift | null>()
  const [record, setRecord] = useState<ThanksRecord>()
  useEffect(() => {
    const kept = keptThanks()
    // This tab's record exists in the browser only, so it can be read no earlier than here.
    // oxlint-disable-next-line react/set-state-in-effect
    setRecord(kept)
    if (!kept) return setGift(null)
    api('GET /v4/thank-yous/:intentId', { intentId: kept.intentId, token: kept.token }).then(
      (found) => setGift(found.campaign.slug === slug ? found : null),
      (error: unknown) => {
        console.warn('the gift could not be read', error)
        setGift(null)
      },
    )
  }, [slug])
  if (gift === undefined)
    return (
      <div className="stack" aria-busy="true">
        <p className="quiet" role="status">
          {t('thanks.loading')}
        </p>
        <Skeleton block="14rem" />
        <Skeleton block="8rem" />
      </div>
    )
  if (gift === null)
    return (
      <div className="empty">
        <h1>{t('thanks.missing')}</h1>
        <p className="quiet">{t('thanks.missing-text')}</p>
        <p>
          <a className="button button-primary" href="/v4/discover">
            {t('thanks.another')}
          </a>
        </p>
      </div>
    )
  return <Thanks gift={gift} record={record!} origin={origin} receipts={receipts(record!)} />
}

function Thanks({ gift, record, origin, receipts }: { gift: Gift; record: ThanksRecord; origin: string; receipts: ReactNode }) {
  const t = useText()
  const locale = useLocale()
  const show = (minor: number, fractions: 'auto' | 'always' = 'always') =>
    `\u2068${formatMoney(money(BigInt(minor), gift.currency as Currency), locale, { fractions })}\u2069`
  // The day it is where the donor is: this page is made in their browser alone.
  const day = localDateIn(new Intl.DateTimeFormat().resolvedOptions().timeZone, new Date(gift.givenAt))
  const url = `${origin}/campaign/${gift.campaign.slug}`
  const percent = gift.goal ? ((gift.raisedBefore + gift.gift) * 100) / gift.goal : 0
  return (
    <div className="stack-lg">
      <div className="thanks">
        {gift.isZakat
          ? null
          : Array.from({ length: 21 }, (_, index) => (
              <span
                key={index}
                className="grain"
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
            ))}
        <h1>{t('thanks.title')}</h1>
        <p>{t('thanks.lead', { amount: show(gift.gift), campaign: `\u2068${gift.campaign.name}\u2069` })}</p>
        {gift.isZakat ? <p>{t('thanks.zakat')}</p> : null}
      </div>
      <dl className="lines card card-in">
        <dt>{t('thanks.reference')}</dt>
        <dd>
          <bdi>{gift.reference}</bdi>
        </dd>
        <dt>{t('thanks.date')}</dt>
        <dd>
          {formatDay(day, locale)}
          <br />
          {formatHijri(day, locale)}
        </dd>
        <dt>{t('thanks.total')}</dt>
        <dd>{show(gift.total)}</dd>
      </dl>
      <p role="status">{gift.email ? t('thanks.receipt-to', { email: `\u2068${gift.email}\u2069` }) : t('thanks.no-email')}</p>
      {receipts}
      {gift.goal ? (
        <div className="stack">
          <Progress percent={percent} ownPercent={(gift.gift * 100) / gift.goal} />
          <p className="quiet small">
            <span className="strong">{show(gift.raisedBefore + gift.gift, 'auto')}</span> {t('thanks.raised')}
          </p>
        </div>
      ) : null}
      {gift.mayBecomeMember && gift.email ? <BecomeMember intentId={record.intentId} token={record.token} email={gift.email} /> : null}
      {gift.mayComment ? <Words gift={gift} record={record} /> : null}
      <section className="stack" aria-labelledby="share">
        <h2 id="share">{t('thanks.share')}</h2>
        <Share url={url} title={gift.campaign.name} />
      </section>
      <p>
        <a className="button button-quiet button-wide" href="/v4/discover">
          {t('thanks.another')}
        </a>
      </p>
    </div>
  )
}

function Words({ gift, record }: { gift: Gift; record: ThanksRecord }) {
  const t = useText()
  const [words, setWords] = useState('')
  const [state, setState] = useState<'open' | 'sending' | 'sent' | 'failed'>('open')
  async function send() {
    if (words.trim() === '') return
    setState('sending')
    try {
      await api(
        'POST /v4/donations/comment',
        { userId: gift.userId ?? undefined, campaignId: gift.campaign.id, donationId: gift.donationId, comment: words, userDisplayName: gift.displayName },
        record.guest ? { headers: { authorization: `Bearer ${record.guest.token}` } } : {},
      )
      setState('sent')
    } catch (error) {
      console.warn('the words of support could not be saved', error)
      setState('failed')
    }
  }
  if (state === 'sent')
    return (
      <p className="notice" role="status">
        {t('thanks.words-sent')}
      </p>
    )
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextArea
        id="words"
        label={t('thanks.words')}
        hint={t('give.words-hint')}
        value={words}
        maxLength={1000}
        onChange={(event) => setWords(event.target.value)}
        error={state === 'failed' ? t('thanks.words-failed') : undefined}
      />
      <Button look="quiet" isBusy={state === 'sending'}>
        {t('thanks.words-send')}
      </Button>
    </form>
  )
}

function Share({ url, title }: { url: string; title: string }) {
  const t = useText()
  const [isCopied, sayCopied] = useCopied()
  const [u, text] = [encodeURIComponent(url), encodeURIComponent(title)]
  const places = [
    ['WhatsApp', `https://wa.me/?text=${text}%20${u}`],
    ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${u}`],
    ['X', `https://twitter.com/intent/tweet?url=${u}&text=${text}`],
    ['@', `mailto:?subject=${text}&body=${u}`],
  ] as const
  return (
    <div className="share-row">
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
        <a key={name} className="chip" href={href} rel="noopener noreferrer" target="_blank" onClick={() => track('shared')}>
          {name}
        </a>
      ))}
      <span className="visually-hidden" role="status">
        {isCopied ? t('thanks.copied') : ''}
      </span>
    </div>
  )
}
