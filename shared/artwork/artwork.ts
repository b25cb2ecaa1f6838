import { required } from '../collections.ts'
import { compose, compositions } from './compositions.ts'
import { height, width } from './landscape.ts'
import { palettes } from './palettes.ts'
import { type SceneName, scenes, scenesOf } from './scenes.ts'
import { hash } from './svg.ts'

/** A scene, and the positions of its composition and its palette. */
export type Artwork = { readonly scene: SceneName; readonly composition: number; readonly palette: number }

/** Changes what each slug is drawn as. No two fundraisers of the demo share scene, composition and palette. */
const salt = 35

/** Picture without a photograph (content-15): the scene follows the cause, composition and palette follow the slug. */
export function chooseArtwork(slug: string, category: string): Artwork {
  const number = hash(`${slug} ${salt}`)
  const choices = scenesOf(category)
  const composition = Math.floor(number / choices.length)
  return {
    scene: required(choices[number % choices.length]),
    composition: composition % compositions.length,
    palette: Math.floor(composition / compositions.length) % palettes.length,
  }
}

/** An SVG of 1600 by 900, at most 12 kB. */
export function drawArtwork({ scene, composition, palette }: Artwork): string {
  const colours = required(palettes[palette])
  const { place, draw } = scenes[scene]
  const picture = compose(required(compositions[composition]), colours, place, draw(colours))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" stroke-linecap="round" stroke-linejoin="round">${picture}</svg>`
}

export const artworkOf = (slug: string, category: string): string => drawArtwork(chooseArtwork(slug, category))
