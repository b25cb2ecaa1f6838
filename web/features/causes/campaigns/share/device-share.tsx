import { useEffect, useState } from 'react'
import { track } from '#web/lib/analytics.ts'
import { useText } from '#web/lib/text.tsx'

/** The device's share sheet, if available, as the first option (content-14). */
export function DeviceShare({
  url,
  title,
  className,
}: {
  readonly url: string
  readonly title: string
  readonly className: string
}) {
  const t = useText()
  const [hasDevice, setHasDevice] = useState(false)
  // Only the browser knows this.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setHasDevice('share' in navigator), [])
  if (!hasDevice) return null
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        track('shared')
        // Closing the sheet isn't an error.
        navigator.share({ url, title }).catch((error: unknown) => {
          if ((error as Error).name !== 'AbortError') console.warn('the link could not be shared', error)
        })
      }}
    >
      {t('share.device')}
    </button>
  )
}
