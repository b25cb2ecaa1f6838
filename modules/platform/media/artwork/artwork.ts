import { required } from '#shared/collections.ts'
import { compose, compositions } from './compositions.ts'
import { height, width } from './landscape.ts'
import { palettes } from './palettes.ts'
import { drawScene, type SceneName, scenes, scenesOf } from './scenes.ts'
import { hash, formatPixels } from './svg.ts'

/** A scene, and the positions of its composition and its palette. */
export type Artwork = { readonly scene: SceneName; readonly composition: number; readonly palette: number }

/** The height of the middle of what a scene shows. */
const sceneMiddleY = 530

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

type Size = { readonly width: number; readonly height: number }

/** An SVG of at most 12 kB: the whole picture, or the part around its scene that has the shape of `size`. */
export function drawArtwork({ scene, composition, palette }: Artwork, size: Size = { width, height }): string {
  const colours = required(palettes[palette])
  const arrangement = required(compositions[composition])
  const picture = compose(arrangement, colours, scenes[scene], drawScene(scene, colours))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox(arrangement.scene.x, size)}" width="${size.width}" height="${size.height}" stroke-linecap="round" stroke-linejoin="round">${picture}</svg>`
}

/** The largest part of a picture in the shape of `size`, with the scene in its middle as far as the edges allow. */
function viewBox(sceneX: number, size: Size): string {
  const scale = Math.min(width / size.width, height / size.height)
  const part = { width: size.width * scale, height: size.height * scale }
  const between = (value: number, max: number) => formatPixels(Math.max(0, Math.min(value, max)))
  const left = between(sceneX - part.width / 2, width - part.width)
  const top = between(sceneMiddleY - part.height / 2, height - part.height)
  return `${left} ${top} ${formatPixels(part.width)} ${formatPixels(part.height)}`
}

export const artworkOf = (slug: string, category: string, size?: Size): string =>
  drawArtwork(chooseArtwork(slug, category), size)
