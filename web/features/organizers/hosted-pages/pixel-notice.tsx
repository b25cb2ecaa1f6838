import { useText } from '#web/lib/text.tsx'

export type PagePixel = {
  readonly consent: 'allowed' | 'declined' | null
  /** The tracking pixel's URL; null without consent. */
  readonly picture: string | null
  readonly allowHref: string
  readonly declineHref: string
}

/** Asks for consent to count the visit. Uses links, because these pages have no JavaScript (pages-15). */
export function PixelNotice({ charity, pixel }: { readonly charity: string; readonly pixel: PagePixel }) {
  const t = useText()
  const name = `\u2068${charity}\u2069`
  const { consent, picture } = pixel
  return (
    <aside className="hosted-page-pixel" aria-label={t('hosted-page.pixel')}>
      <p className={consent === null ? undefined : 'quiet small'}>
        {t(`hosted-page.pixel-${consent ?? 'consent'}`, { name })}
      </p>
      <p className="hosted-page-pixel-links">
        {consent === 'allowed' ? null : (
          <a className={consent ? 'small' : 'button button-quiet button-small'} href={pixel.allowHref} rel="nofollow">
            {t('hosted-page.pixel-allow')}
          </a>
        )}
        {consent === 'declined' ? null : (
          <a className={consent ? 'small' : 'button button-quiet button-small'} href={pixel.declineHref} rel="nofollow">
            {t(consent ? 'hosted-page.pixel-withdraw' : 'hosted-page.pixel-decline')}
          </a>
        )}
      </p>
      {picture ? (
        <img src={picture} alt="" width="1" height="1" referrerPolicy="no-referrer" fetchPriority="low" />
      ) : null}
    </aside>
  )
}
