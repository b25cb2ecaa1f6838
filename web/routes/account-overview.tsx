import { useFrame, useText } from '../lib/text.tsx'

export default function AccountOverview() {
  const t = useText()
  return (
    <>
      <title>{t('account.title')}</title>
      <h1>{t('account.title')}</h1>
      <p className="quiet" dir="ltr">
        {useFrame()?.viewer.email}
      </p>
    </>
  )
}
