import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { takeLinkCode } from "./session/link-code.ts";
import { firstTexts } from "./texts/texts.tsx";

const code = takeLinkCode();
const texts = await firstTexts();
const place = document.getElementById("root");
if (place)
  createRoot(place).render(
    <StrictMode>
      <App code={code} texts={texts} />
    </StrictMode>,
  );
