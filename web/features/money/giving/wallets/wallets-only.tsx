import { useFrame, useText } from '../../../../lib/text.tsx'

/** Shown before anything is typed on a page without cards: what it takes, and how to continue elsewhere (pages-9). */
export function WalletsOnly({ slug }: { readonly slug: string }) {
  const t = useText()
  const address = `${useFrame()?.origin ?? ''}/v4/checkout/${encodeURIComponent(slug)}`
  return (
    <div className="notice stack" role="note">
      <p className="strong">{t('give.wallets-only')}</p>
      <p>
        {t('give.wallets-elsewhere')}{' '}
        <a href={address} dir="ltr">
          {address}
        </a>
      </p>
    </div>
  )
}
