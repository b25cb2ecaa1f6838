import { adSpots } from '#modules/causes/discovery/rules/ad-spots.ts'
import { type Translate } from '#web/lib/text.tsx'

/** Returns the name of an ad spot; an unknown spot's key. */
export const spotName = (t: Translate, spot: string): string => {
  const known = adSpots.find((adSpot) => adSpot === spot)
  return known ? t(`curating.spot-${known}`) : spot
}
