/** The folders of the closed magazine's archive, in the same notation as those of the publishing house. */
export const MAGAZINE_FOLDERS = `
Issues
Issues / 2022
Issues / 2022 / Summer
Issues / 2022 / Winter
Issues / 2023
Issues / 2023 / Spring
Issues / 2023 / Spring / Photo essays
Issues / 2023 / Spring / Photo essays / Norðurljós
Issues / 2023 / Spring / Photo essays / Norðurljós / Contact sheets
Issues / 2023 / Autumn
Correspondence
Correspondence / Lettres des lecteurs
Advertising
Advertising / Rate cards
Unpublished
`
  .trim()
  .split("\n");

/** Subjects of its articles; each was published in several forms. */
export const SUBJECTS: readonly (readonly [title: string, slug: string])[] = [
  ["Northern lights over Tromsø", "tromso"],
  ["The last basket weaver of Évora", "evora"],
  ["Night trains, twelve countries", "night-trains"],
  ["Tea roads of Yunnan · 茶馬古道", "tea-roads"],
  ["Kabinenbahnen über der Stadt", "cable-cars"],
  ["Σφουγγαράδες: sponge divers today", "sponge-divers"],
  ["Белые ночи by bicycle", "white-nights"],
  ["After the monsoon", "after-the-monsoon"],
  ["A baker’s dozen of islands", "islands"],
  ["The map room", "map-room"],
  ["Letters to a lighthouse", "lighthouse-letters"],
  ["What the glacier kept", "glacier"],
];

/** The forms: title, end of the id. */
export const FORMS: readonly (readonly [title: string, suffix: string])[] = [
  ["article", "article"],
  ["fact check", "fact-check"],
  ["captions", "captions.txt"],
  ["layout", "layout@2x"],
  ["invoice", "invoice.pdf"],
  ["corrections", "corrections"],
];
