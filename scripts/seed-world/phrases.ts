/**
 * People's comments in the seed world. `{{@}}` is replaced by a mentioned user, `{{doc}}` by the name of the document.
 * Each conversation starts with a remark, followed by replies.
 */
export const CONVERSATIONS: readonly (readonly [remark: string, ...replies: string[]])[] = [
  [
    "The second paragraph repeats what the blurb says. Can we lose one of the two?",
    "Agreed, I’d keep the one in the text.",
    "{{@}} please take it out before it goes to typesetting.",
    "Done. Two lines shorter now.",
  ],
  [
    "Is this quotation cleared? I can’t find the permission.",
    "{{@}} has it, I think.",
    "Cleared in March, file attached.",
  ],
  [
    "Chapter 4 changes tense halfway through.",
    "On purpose: from here on she remembers.",
    "Then it needs a line break, otherwise it reads like a slip.",
    "Line break added on p. 87.",
  ],
  ["The map on page 12 still shows the old ferry route.", "New one comes on Thursday.", "Thank you! I’ll swap it in."],
  ["{{@}} could you check the names against the first volume?", "All fine but one: it was Mireille with two l’s."],
  [
    "Widows on pages 31, 58 and 112.",
    "Fixed 31 and 58. 112 needs a cut of three words.",
    "Cut “in the end”. Reads better, too.",
  ],
  ["Price on the back cover does not match the sales sheet.", "Sales sheet is right: 24.00.", "Changed."],
  [
    "This link leads nowhere.",
    "Works for me?",
    "Only inside the house network. Readers will see an error.",
    "Replaced it.",
  ],
  ["Love this opening.", "Same here!"],
  ["We promised the author to see this before Friday.", "{{@}} can you send it over?", "Sent."],
  ["Could the caption be shorter?", "Half as long now."],
  ["Is “{{doc}}” really the title that goes to the printer?", "Yes, decided on Monday."],
  ["The figures in the table do not add up: 4,200 + 1,150 is not 5,250.", "Typo, 1,050. Good catch."],
  ["Whose turn is it?", "{{@}}’s, until Wednesday."],
  ["Please no exclamation marks in headings.", "There was only one…", "One too many :)"],
  [
    "Der Umschlag wirkt auf dem Bildschirm zu dunkel.",
    "Im Druck ist er heller, Muster liegt bei {{@}}.",
    "Gesehen, passt so.",
  ],
  ["Bindestrich oder Gedankenstrich? Im ganzen Kapitel gemischt.", "Gedankenstrich, laut Hausregeln.", "Angeglichen."],
  ["Bitte Seite 3 gegenlesen, {{@}}.", "Zwei Fehler gefunden, beide verbessert."],
  [
    "La citation est en italique ici et entre guillemets plus haut.",
    "Guillemets partout, s’il te plaît.",
    "C’est corrigé.",
  ],
  ["On garde le titre provisoire ?", "Non : {{@}} propose « Le Jardin ».", "Parfait."],
  ["¿Traducimos también los nombres de las calles?", "No, van en el original.", "Entendido, los devuelvo."],
  ["Falta la página de créditos.", "Está al final, según la maqueta nueva."],
  ["Falta o acordo ortográfico nas páginas 10 a 14.", "Atualizado por {{@}}."],
  ["Brakuje przecinka w drugim zdaniu.", "Poprawione, dziękuję."],
  ["Ekim ayına yetişir mi?", "Evet, matbaa onayladı."],
  ["Нужна сноска к этому слову.", "Добавил, см. стр. 44.", "Спасибо!"],
  ["Хто перевіряє переклад?", "{{@}}, до п’ятниці."],
  ["Η λεζάντα δεν ταιριάζει με τη φωτογραφία.", "Άλλαξα τη φωτογραφία."],
  ["この行のルビが抜けています。", "追加しました。ご確認ください。", "確認しました。ありがとうございます。"],
  ["第三章的脚注编号重复了。", "已重新编号，请 {{@}} 复查。", "没有问题。"],
  ["표지 제목의 자간이 너무 넓어요.", "조금 줄였습니다."],
  ["العنوان طويل جدًا لظهر الغلاف.", "اختصرته إلى ثلاث كلمات.", "ممتاز، شكرًا {{@}}."],
  ["חסרה נקודה בסוף הפסקה.", "תוקן."],
  ["इस शब्द की वर्तनी जाँचें।", "ठीक कर दी गई है।"],
  ["ภาพหน้าปกยังไม่ได้ลิขสิทธิ์", "ได้แล้วเมื่อวานนี้"],
  ["இந்த வரி இரண்டு முறை வருகிறது.", "ஒன்றை நீக்கிவிட்டேன்."],
];

/** Code review comments in the open project. */
export const REVIEWS: readonly (readonly [remark: string, ...replies: string[]])[] = [
  ["This allocates on every call. Can we hoist it?", "Measured it: 3 % of the request. Hoisted.", "Thanks!"],
  ["What happens when the list is empty?", "It returned undefined. Now it returns an empty page, with a test."],
  [
    "{{@}} does the lexicon allow a null here?",
    "No. The field is left out instead.",
    "Then the schema is right and this is wrong.",
  ],
  ["Nit: the name says `get` but it writes.", "Renamed to `ensure`."],
  ["Could this be a table? Nine branches are hard to check.", "It could. Table pushed.", "Much clearer."],
  ["Flaky: depends on the order of the map.", "Sorted before comparing."],
  ["Why the retry? The caller retries already.", "Right, two layers made sixteen tries. Removed this one."],
  ["Missing a test for the case that broke production.", "{{@}} wrote one yesterday, I’ll add it here."],
  ["Docs still mention the old flag.", "Updated.", "And the changelog?", "Also done."],
  ["Is 64 kB enough? Someone will paste a novel.", "It is a hard limit of the protocol.", "Fair."],
];

/** Small signs of approval. */
export const REACTIONS = ["👍", "❤️", "🎉", "👀", "✅"] as const;

/** Text in an open editor: notes that several people write together. */
export const NOTES: readonly string[] = [
  "Agenda\n1. Covers, round 3\n2. Print dates\n3. Anything else\n",
  "Open questions\n- Who clears the photographs?\n- Does the index stay?\n",
  "Changes since the first draft: new opening, chapter 4 in past tense, map replaced.\n",
  "会議メモ\n・表紙は来週決定\n・校正は二名で\n",
  "ملاحظات الترجمة\nنُبقي أسماء الأماكن كما هي.\n",
  "Druckfreigabe: fehlt noch Seite 112.\n",
];
