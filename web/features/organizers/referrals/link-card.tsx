import { useEffect, useState } from 'react'
import { shareLinks, sharePlaces } from '#modules/causes/campaigns/rules/share.ts'
import { track } from '#web/lib/analytics.ts'
import { useCopied } from '#web/lib/use-copied.ts'
import { useText } from '#web/lib/text.tsx'

const names = { whatsapp: 'WhatsApp', facebook: 'Facebook', x: 'X' } as const

type Props = {
  readonly id: string
  readonly label: string
  readonly link: string
  /** The name of what is shared, for the text with the link. */
  readonly name: string
  /** URL of the link's QR code. */
  readonly qr: string
}

/** A link to copy, scan and share. Without JavaScript it can be selected and the QR code downloaded. */
export function LinkCard({ id, label, link, name, qr }: Props) {
  const t = useText()
  const [isCopied, sayCopied] = useCopied()
  const [hasDevice, setHasDevice] = useState(false)
  // Only the browser knows this.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setHasDevice('share' in navigator), [])
  const text = t('referrals.share-text', { name })
  const places = shareLinks(link, text)
  return (
    <div className="card card-in referral-link">
      <div className="stack">
        <div className="field">
          <label htmlFor={id}>{label}</label>
          <div className="referral-copy row">
            <input
              id={id}
              className="input copy-code"
              dir="ltr"
              readOnly
              value={link}
              onFocus={(event) => event.currentTarget.select()}
            />
            <button
              type="button"
              className="button button-primary no-script-hidden"
              onClick={() => {
                track('shared')
                // A clipboard error is logged (S1 §8); the text can be selected.
                navigator.clipboard
                  .writeText(link)
                  .then(sayCopied, (error: unknown) => console.warn('the link could not be copied', error))
              }}
            >
              {isCopied ? `✓ ${t('referrals.copied')}` : t('referrals.copy')}
            </button>
            <span className="visually-hidden" role="status">
              {isCopied ? t('referrals.copied') : ''}
            </span>
          </div>
        </div>
        <ul className="share-places">
          {hasDevice ? (
            <li>
              <button
                type="button"
                className="chip"
                onClick={() => {
                  track('shared')
                  // Closing the sheet isn't an error.
                  navigator.share({ url: link, title: text }).catch((error: unknown) => {
                    if ((error as Error).name !== 'AbortError') console.warn('the link could not be shared', error)
                  })
                }}
              >
                {t('referrals.device')}
              </button>
            </li>
          ) : null}
          {sharePlaces.map((place) => (
            <li key={place}>
              <a
                className="chip"
                href={places[place]}
                {...(place === 'email'
                  ? {}
                  : {
                      rel: 'noopener noreferrer',
                      target: '_blank',
                      'aria-label': t('referrals.opens', { place: names[place] }),
                    })}
                onClick={() => track('shared')}
              >
                {place === 'email' ? t('referrals.email') : names[place]}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <figure className="referral-qr">
        <img src={qr} alt={t('referrals.qr')} width="160" height="160" />
        <figcaption>
          <a className="link-button" href={qr} download={`qr-${id}.svg`}>
            {t('referrals.qr-download')}
          </a>
        </figcaption>
      </figure>
    </div>
  )
}
