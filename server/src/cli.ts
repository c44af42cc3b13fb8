console.error("cli");

export {};
