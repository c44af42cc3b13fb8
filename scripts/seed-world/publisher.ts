/**
 * The folders of the seed world's publishing house. Paths have ` / ` between names, and every folder is listed after
 * its parent.
 */
export const PUBLISHER_FOLDERS = `
Editorial
Editorial / Fiction
Editorial / Fiction / Spring 2026
Editorial / Fiction / Spring 2026 / Translations
Editorial / Fiction / Spring 2026 / Translations / 日本語
Editorial / Fiction / Spring 2026 / Translations / 日本語 / 校正
Editorial / Fiction / Spring 2026 / Translations / 日本語 / 校正 / 第2稿
Editorial / Fiction / Spring 2026 / Translations / العربية
Editorial / Fiction / Spring 2026 / Translations / العربية / مراجعة
Editorial / Fiction / Spring 2026 / Translations / 한국어
Editorial / Fiction / Spring 2026 / Translations / Ελληνικά
Editorial / Fiction / Spring 2026 / Translations / Português (Brasil)
Editorial / Fiction / Autumn 2026
Editorial / Fiction / Autumn 2026 / First drafts
Editorial / Fiction / Backlist
Editorial / Non-fiction
Editorial / Non-fiction / History & travel
Editorial / Non-fiction / History & travel / Maps
Editorial / Non-fiction / Cookery
Editorial / Non-fiction / Cookery / Küchentests – süß
Editorial / Children’s books
Editorial / Children’s books / हिन्दी पुस्तकें
Editorial / Children’s books / Picture books
Editorial / Slush pile
Rights & contracts
Rights & contracts / 2024
Rights & contracts / 2025
Rights & contracts / 2026
Rights & contracts / 2026 / Agents
Rights & contracts / Templates
Design
Design / Covers
Design / Covers / Spring 2026
Design / Covers / Spring 2026 / Round 3 (final?)
Design / Typefaces
Design / Bildredaktion
Production
Production / Print runs
Production / Print runs / Łódź
Production / E-books
Production / Аудиокниги
Marketing
Marketing / Foire de Francfort
Marketing / หนังสือใหม่
Marketing / Press kits
Finance
Finance / Royalties
Finance / Royalties / FY2025
People
Archive 100%
`
  .trim()
  .split("\n");

/** Books in production: title, then the Latin name that ids are built from. */
export const BOOKS: readonly (readonly [title: string, slug: string])[] = [
  ["The Salt Road", "salt-road"],
  ["A Quiet Year in Harbour Street", "harbour-street"],
  ["Die gläserne Brücke", "glaeserne-bruecke"],
  ["Le Jardin d’Éloïse", "jardin-eloise"],
  ["Ñandú y otros vuelos", "nandu-vuelos"],
  ["Onze mil manhãs", "onze-mil-manhas"],
  ["Żółta łódź", "zolta-lodz"],
  ["Kış bahçesi", "kis-bahcesi"],
  ["雨の図書館", "ame-no-toshokan"],
  ["月光下的渡口", "moonlit-ferry"],
  ["밤의 정거장", "night-station"],
  ["حديقة القمر", "moon-garden"],
  ["בית על החוף", "house-on-the-shore"],
  ["Το σπίτι με τα γιασεμιά", "jasmine-house"],
  ["Последний паром", "last-ferry"],
  ["Лісова абетка", "forest-alphabet"],
  ["चाँदनी का पुल", "moonlight-bridge"],
  ["สายลมเหนือทุ่งนา", "wind-over-fields"],
  ["மழைக்காலக் கடிதங்கள்", "monsoon-letters"],
  ["Ten Breads, One Oven", "ten-breads"],
  ["Maps of the Inland Sea", "inland-sea"],
  ["How Lighthouses Talk", "lighthouses"],
];

/** The documents of a book in production: title, end of its id. */
export const BOOK_DOCUMENTS: readonly (readonly [title: string, suffix: string])[] = [
  ["Manuscript", "manuscript.docx"],
  ["Manuscript, second draft", "manuscript.v2.docx"],
  ["Editor’s notes", "editors-notes"],
  ["Translation notes", "translation-notes"],
  ["Cover brief", "cover/brief"],
  ["Cover, round 3", "cover/round-3.pdf"],
  ["Rights agreement", "rights-agreement.pdf"],
  ["Print proof", "proof_1"],
  ["Marketing plan", "marketing-plan"],
  ["Royalty statement 2025", "royalties-2025.xlsx"],
  ["Reader’s report", "readers-report"],
  ["Sales sheet", "sales-sheet"],
  ["Author interview", "author-interview"],
];

/** Documents of the publishing house itself. Some test the limits of ids; all kinds of them occur in real systems. */
export const HOUSE_DOCUMENTS: readonly (readonly [title: string, documentId: string])[] = [
  ["Spring catalogue 2026", "spring-catalogue-2026"],
  ["Autumn catalogue 2026", "autumn-catalogue-2026"],
  ["House style guide", "style-guide"],
  ["House style guide (draft)", "__draft__"],
  ["Welcome to Meridian Press", "welcome"],
  ["On-call for print emergencies", "ops/on-call"],
  ["Discounts: 40% and above", "discounts/40%25-and-above"],
  ["Parental leave – Elternzeit – congé parental", "people/leave.policy"],
  ["編集会議 議事録", "編集会議/2026-03"],
  ["محضر اجتماع الترجمة", "محاضر/ترجمة-2026"],
  ["Протокол редсовета", "редсовет.2026-04"],
  ["편집 일정표", "편집-일정표"],
  ["Plan (hidden)", ".plan"],
  ["Colophon", "urn:example:colophon:7"],
];

/** Its user groups: id, name. */
export const PUBLISHER_GROUPS = [
  ["editors", "Editors"],
  ["translators", "Translators · 翻訳者 · مترجمون"],
  ["rights", "Rights & contracts"],
  ["design/covers", "Cover design"],
  ["production", "Production"],
  ["grp_marketing", "Marketing"],
  ["sensitivity-readers", "Sensitivity readers"],
  ["校对组", "校对组"],
] as const;
