import { lazy, Suspense } from 'react'
import { useFrame, useText } from '#web/lib/text.tsx'

/** Loaded only in browsers without a wallet, which need the QR code. */
const OtherDevice = lazy(() => import('./other-device.tsx').then((module) => ({ default: module.OtherDevice })))

/**
 * Shown above the form on a page without cards: the accepted wallets, and how to continue on another device if the
 * browser has no wallet or no JavaScript (pages-9).
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
