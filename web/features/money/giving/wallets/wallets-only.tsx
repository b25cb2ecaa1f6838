import { lazy, Suspense } from 'react'
import { useFrame, useText } from '../../../../lib/text.tsx'

/** Makes a QR code, which only browsers without a wallet need. */
const OtherDevice = lazy(() => import('./other-device.tsx').then((module) => ({ default: module.OtherDevice })))

/**
 * Shown before anything is typed on a page without cards: what it accepts, and for a browser that has no wallet, or no
 * scripts, how to continue elsewhere (pages-9).
 */
export function WalletsOnly({ slug, isWalletMissing }: { readonly slug: string; readonly isWalletMissing: boolean }) {
  const t = useText()
  const url = `${useFrame()?.origin ?? ''}/v4/checkout/${encodeURIComponent(slug)}`
  return (
    <div className="notice stack" role="status">
      <p className="strong">{t('give.wallets-only')}</p>
      {isWalletMissing ? (
        <>
          <p>{t('give.wallets-elsewhere')}</p>
          <Suspense fallback={<p dir="ltr">{url}</p>}>
            <OtherDevice url={url} />
          </Suspense>
        </>
      ) : (
        <p className="script-hidden">
          {t('give.wallets-elsewhere')}{' '}
          <a href={url} dir="ltr">
            {url}
          </a>
        </p>
      )}
    </div>
  )
}
