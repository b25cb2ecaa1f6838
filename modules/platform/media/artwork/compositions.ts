import { archFrame, branch, ears } from './frames.ts'
import {
  clouds,
  cypresses,
  dunes,
  hills,
  lake,
  ledge,
  mountains,
  palms,
  rows,
  sea,
  sky,
  stars,
  sun,
  tufts,
} from './landscape.ts'
import type { Palette } from './palettes.ts'
import type { Place } from './scenes.ts'
import { fill, transformed } from './svg.ts'

/** How a picture is composed: what is behind the scene, where the scene is, and what frames it. */
type Composition = {
  readonly behind: (palette: Palette) => string
  /** The ground it is on; tables and the sea replace it. */
  readonly ground: (palette: Palette) => string
  readonly scene: { readonly x: number; readonly y: number; readonly scale: number; readonly isMirrored?: boolean }
  /** Plants in front, which only grow in a field. */
  readonly plants?: (palette: Palette) => string
  readonly frame?: (palette: Palette) => string
}

export const compositions: readonly Composition[] = [
  // A large sun rises behind the scene; ears of grain at the edge.
  {
    behind: (p) => sky(p, { x: 1010, y: 420 }, true) + sun(p, 1010, 400, 250, 'halo'),
    ground: (p) =>
      hills(p, [
        [560, 500, 590, 520, 560],
        [640, 610, 650, 600, 650],
        [720, 745, 715, 740, 715],
        [850, 880, 860, 840, 820],
      ]) + tufts(p, 1, 770),
    scene: { x: 940, y: 790, scale: 1.04 },
    plants: (p) => ears(p, 190),
  },
  // A path leads through a valley between mountains.
  {
    behind: (p) =>
      sky(p, { x: 330, y: 220 }, false) +
      sun(p, 300, 220, 86, 'rings') +
      clouds(p.sky[2], [
        [620, 190, 90],
        [1180, 130, 110],
        [60, 380, 70],
      ]) +
      mountains(p),
    ground: (p) =>
      hills(p, []) +
      fill(p.land[1], 'M0 590Q300 560 640 610T1600 570V900H0Z') +
      fill(p.land[2], 'M0 700Q360 650 760 690T1600 690V900H0Z') +
      fill(
        p.glow,
        'M240 900Q420 800 620 780Q760 760 720 725Q690 700 780 688L800 690Q730 706 780 730Q850 770 700 800Q560 830 520 900Z',
        0.75,
      ) +
      cypresses(p, [
        [1400, 700, 190],
        [1480, 715, 240],
        [140, 690, 170],
      ]) +
      tufts(p, 2, 760),
    scene: { x: 740, y: 770, scale: 1.02, isMirrored: true },
  },
  // Dunes in a wide, calm evening.
  {
    behind: (p) => sky(p, { x: 1210, y: 320 }, true) + sun(p, 1230, 290, 150, 'star'),
    ground: (p) =>
      dunes(p) +
      palms(p, [
        [1330, 690, 250],
        [1420, 700, 180],
      ]),
    scene: { x: 600, y: 790, scale: 1.06 },
  },
  // Seen through a window with a pointed arch.
  {
    behind: (p) => sky(p, { x: 800, y: 340 }, false) + sun(p, 800, 350, 230, 'halo') + stars(4),
    ground: (p) =>
      hills(p, [
        [590, 570, 530, 580, 560],
        [650, 640, 670, 630, 640],
        [740, 725, 720, 730, 740],
      ]) + tufts(p, 4, 780),
    scene: { x: 800, y: 810, scale: 0.92 },
    frame: archFrame,
  },
  // Furrows run to the horizon, where half a sun is seen.
  {
    behind: (p) =>
      sky(p, { x: 420, y: 520 }, true) +
      sun(p, 430, 500, 200, 'rings') +
      clouds(p.sky[2], [
        [1180, 180, 100],
        [880, 110, 60],
      ]),
    ground: (p) => rows(p),
    scene: { x: 1020, y: 800, scale: 1.06, isMirrored: true },
  },
  // By still water, under a branch.
  {
    behind: (p) => sky(p, { x: 1170, y: 250 }, false) + stars(6) + sun(p, 1200, 250, 130, 'halo'),
    ground: (p) =>
      lake(p, 1200) +
      cypresses(p, [
        [1370, 740, 230],
        [1450, 750, 180],
      ]),
    scene: { x: 720, y: 770, scale: 1 },
    frame: branch,
  },
]

export function compose(
  { behind, ground, scene, plants, frame }: Composition,
  p: Palette,
  place: Place,
  drawing: string,
): string {
  const placed = (y: number) => transformed(scene.x, y, scene.scale, drawing, scene.isMirrored)
  const inPlace = {
    field: () => ground(p) + placed(scene.y) + (plants?.(p) ?? ''),
    table: () => ground(p) + (plants?.(p) ?? '') + ledge(p) + placed(752),
    sea: () =>
      hills(p, [[620, 580, 630, 600, 620]]) +
      sea(p) +
      placed(770) +
      fill(p.waterShade, 'M0 806q100-26 200 0t200 0t200 0t200 0t200 0t200 0t200 0t200 0V900H0Z'),
  }[place]
  return behind(p) + inPlace() + (frame?.(p) ?? '')
}
