import { useEffect, useState } from 'react'
import { hasEnded } from '#modules/campaigns/rules/open.ts'
import { useText } from '../../lib/text.tsx'

/** Active while the campaign is, asked again every second; once it has ended it stays ended (S1 §4). The server holds the same. */
export function useIsOpen(isOpenAtFirst: boolean, endsAt: string | null): boolean {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  useEffect(() => {
    if (!isOpen || endsAt === null) return
    const end = { endsAt: new Date(endsAt) }
    const timer = setInterval(() => {
      if (hasEnded(end, new Date())) setOpen(false)
    }, 1000)
    return () => clearInterval(timer)
  }, [isOpen, endsAt])
  return isOpen
}

/** The link of S1 §2.2. */
export const checkoutUrl = (of: { slug: string; origin: string; source: string | null; code?: string | null; levelId?: string }): string => {
  const query = new URLSearchParams({
    redirectURL: `${of.origin}/thankyou/${of.slug}`,
    type: 'rebuild',
    ...(of.source ? { src: of.source } : {}),
    ...(of.code ? { code: of.code } : {}),
    ...(of.levelId ? { level: of.levelId } : {}),
  })
  return `/v4/checkout/${encodeURIComponent(of.slug)}?${query.toString()}`
}

export function DonateButton({
  isOpen,
  isUnverified,
  status,
  href,
  isWide = true,
  othersHref = '/v4/discover',
}: {
  readonly isOpen: boolean
  /** It would be open, but its charity may not receive donations. */
  readonly isUnverified: boolean
  readonly status: number
  readonly href: string
  readonly isWide?: boolean
  /** Where others that take gifts are. */
  readonly othersHref?: string
}) {
  const t = useText()
  if (isOpen)
    return (
      <a className={`button button-primary${isWide ? ' button-wide' : ''}`} href={href}>
        {t('campaign.donate')}
      </a>
    )
  if (isUnverified)
    return (
      <>
        <button type="button" className={`button button-primary${isWide ? ' button-wide' : ''}`} disabled aria-describedby="not-verified">
          {t('campaign.donate')}
        </button>
        <p className="ended" id="not-verified">
          {t('campaign.not-verified')} <a href={othersHref}>{t('campaign.ended-more')}</a>
        </p>
      </>
    )
  return (
    <p className="ended">
      <span className="strong">{t(status === 2 ? 'campaign.paused' : 'campaign.ended')}</span> <a href={othersHref}>{t('campaign.ended-more')}</a>
    </p>
  )
}

/** Says that the fundraiser has ended, once, to whoever is reading when it does (experience.md 1.6). */
export function EndedNow({ wasOpen, isOpen }: { readonly wasOpen: boolean; readonly isOpen: boolean }) {
  const t = useText()
  return (
    <p className="visually-hidden" role="status">
      {wasOpen && !isOpen ? t('campaign.ended') : ''}
    </p>
  )
}
