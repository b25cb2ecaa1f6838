import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '#web/lib/api.ts'

/** How often a visible page asks for newer donations. */
const pollMs = 15_000

/**
 * Shows donations of others without a reload: asks for the newest donation while the page is visible, and loads the
 * page's data again when there is a newer one than `newest`, which is undefined for a page without donations.
 */
export function useNewDonations(campaignId: string, newest: string | undefined): void {
  const { revalidate } = useRevalidator()
  const known = useRef(newest)
  useEffect(() => {
    async function look() {
      if (document.visibilityState !== 'visible') return
      try {
        const { donors } = await api('GET /v4/campaigns/:campaignId/donors', { campaignId, limit: 1 })
        if (donors[0]?.givenAt === known.current) return
        known.current = donors[0]?.givenAt
        await revalidate()
      } catch (error) {
        console.warn('newer donations could not be loaded', error)
      }
    }
    const poll = setInterval(() => void look(), pollMs)
    return () => clearInterval(poll)
  }, [campaignId, revalidate])
}
