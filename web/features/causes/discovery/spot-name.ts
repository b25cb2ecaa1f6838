import { adSpots } from '#modules/causes/discovery/rules/ad-spots.ts'
import { type Translate } from '../../../lib/text.tsx'

/** An ad spot as it is read; one that is not of this site by its own name. */
export const spotName = (t: Translate, spot: string): string => {
  const known = adSpots.find((each) => each === spot)
  return known ? t(`curating.spot-${known}`) : spot
}
