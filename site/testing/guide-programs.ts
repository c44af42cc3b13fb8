import { readGuides } from "../guides.ts";
import type { Language } from "./programs.ts";

/** The samples of a guide in one language as one program, with the output that the guide promises. */
export interface GuideProgram {
  guide: string;
  text: string;
  /** Lines of output promised by comments beside the samples, without duplicates. */
  prints: string[];
  /** Replies that the guide shows, as JSON. */
  replies: object[];
}

const promises: Record<Language, RegExp> = {
  ts: /console\.log\(.*\); \/\/ (.*)$/gm,
  py: /print\(.*\) {2}# (.*)$/gm,
  sh: /(?!)/g,
};

/**
 * One program for each guide with samples in the language: the set-up of calls, then all samples from top to bottom.
 */
export function guidePrograms(language: Language): GuideProgram[] {
  const guides = readGuides();
  const [authentication] = guides;
  const [setUp = ""] = samplesOf(authentication?.text ?? "", language);
  return guides.flatMap(({ page, text }) => {
    const samples = samplesOf(text, language);
    if (samples.length === 0) return [];
    const program = text === authentication?.text ? samples.join("\n") : [setUp, ...samples].join("\n");
    const prints = new Set([...program.matchAll(promises[language])].map(([, line = ""]) => line));
    return [
      {
        guide: page,
        text: program,
        prints: [...prints],
        replies: samplesOf(text, "json").map((one) => JSON.parse(one)),
      },
    ];
  });
}

function samplesOf(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(
    ([, sample = ""]) => sample,
  );
}
